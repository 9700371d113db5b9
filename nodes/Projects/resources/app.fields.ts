import type { INodeProperties } from 'n8n-workflow';
import { appLocator, projectFilterFor } from '../../shared/locators/locators';
import { versionFields } from '../../shared/parameters/collections';
import type { EntityKind } from './entityOperations';
import {
  alertingField,
  descriptionField,
  dockerCredentialsId,
  releaseNote,
  resourcesField,
  moreFields,
  nameField,
} from './settings';

export const APP: EntityKind = {
  noun: 'app',
  picker: [projectFilterFor('apps'), appLocator],
  simplified: [
    'name',
    'id',
    'projectName',
    'projectId',
    'technology',
    'status',
    'statusReason',
    'startTime',
    'runningVersionNumber',
    'url',
  ],
};

export const appName = nameField('app', 'e.g. Sales dashboard');

/** What can be set of an app besides its name. */
export const appSettings: INodeProperties[] = [
  alertingField('the app'),
  descriptionField('app'),
  moreFields,
  resourcesField('the app'),
];

const versionSettings: INodeProperties[] = [
  dockerCredentialsId,
  moreFields,
  {
    displayName: 'Ports (JSON)',
    name: 'ports',
    type: 'json',
    default: '',
    placeholder: 'e.g. [8080, { "number": 9000, "name": "metrics", "scope": "PUBLIC" }]',
    description: 'The ports that the app listens on, as a JSON array',
  },
  releaseNote,
  {
    displayName: 'Volumes (JSON)',
    name: 'volumes',
    type: 'json',
    default: '',
    placeholder: 'e.g. [{ "path": "/data", "volume": "models" }]',
    description: 'The volumes of the app, by name or ID, with their mount paths, as a JSON array',
  },
];

const ofAnotherVersion: INodeProperties[] = [
  {
    displayName: 'Context ID',
    name: 'runtimeContextId',
    type: 'string',
    default: '',
    placeholder: 'e.g. 3.12',
    description: "The ID of the technology's context to run with",
  },
  {
    displayName: 'Docker Image',
    name: 'dockerImage',
    type: 'string',
    default: '',
    placeholder: 'e.g. registry.example.com/dashboard:1.4',
    description: 'The Docker image to run',
  },
];

/** What can be set of an app's first version besides its image or context. */
export const firstVersion = versionFields(versionSettings);

/** What can be different in a version that comes after another. */
export const nextVersion = versionFields(
  [...versionSettings, ...ofAnotherVersion],
  'What changes in the new version. Settings that are not added are copied from the current version.',
);
