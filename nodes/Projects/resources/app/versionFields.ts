import type { INodeProperties } from 'n8n-workflow';
import { moreFields } from '../settings';
import { dockerCredentialsId, releaseNote } from '../settingFields';
import { versionFields } from '../../../shared/parameters/collections';

const settings: INodeProperties[] = [
  dockerCredentialsId,
  moreFields,
  {
    displayName: 'Ports (JSON)',
    name: 'ports',
    type: 'json',
    default: '',
    placeholder: 'e.g. [8080, { "number": 9000, "name": "metrics", "scope": "PUBLIC" }]',
    description: 'The ports that the app listens on, as a JSON list',
  },
  releaseNote,
  {
    displayName: 'Volumes (JSON)',
    name: 'volumes',
    type: 'json',
    default: '',
    placeholder: 'e.g. [{ "path": "/data", "volume": "models" }]',
    description: 'The volumes that the app uses, by name or ID, and where it finds them',
  },
];

const ofAnotherVersion: INodeProperties[] = [
  {
    displayName: 'Context ID',
    name: 'runtimeContextId',
    type: 'string',
    default: '',
    placeholder: 'e.g. 3.12',
    description: 'The context of the technology to run with',
  },
  {
    displayName: 'Docker Image',
    name: 'dockerImage',
    type: 'string',
    default: '',
    placeholder: 'e.g. registry.example.com/dashboard:1.4',
    description: 'The image to run',
  },
];

/** What can be set of an app's first version besides its image or context. */
export const firstVersion = versionFields(settings);

/** What can be different in a version that comes after another. */
export const nextVersion = versionFields(
  [...settings, ...ofAnotherVersion],
  'What is different; what is not added stays as in the current version',
);
