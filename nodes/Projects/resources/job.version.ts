import type { INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import type { NewVersion } from '../../../platform/resources/job/job';
import { binaryContent } from '../../shared/items/binaryContent';
import type { ItemCall } from '../../shared/operation/operation';
import {
  moreFields,
  readSettingFields,
  dockerCredentialsId,
  releaseNote,
  sourceUrlField,
} from './settings';
import { versionFields } from '../../shared/parameters/collections';

const packageField: INodeProperties = {
  displayName: 'Package File',
  name: 'binaryPropertyName',
  type: 'string',
  default: '',
  placeholder: 'e.g. data',
  hint: 'The name of the input binary field containing the file. Leave empty if the job needs no file.',
  description: "The package with the job's code: a script, an archive, or a library",
};

const versionSettings: INodeProperties[] = [
  {
    displayName: 'Command Line',
    name: 'commandLine',
    type: 'string',
    default: '',
    placeholder: 'e.g. python {file} --day today',
    description: 'The command that a run executes',
  },
  dockerCredentialsId,
  {
    displayName: 'Docker Image',
    name: 'dockerImage',
    type: 'string',
    default: '',
    placeholder: 'e.g. registry.example.com/etl:1.4',
    description: 'The Docker image to run, if the technology runs images',
  },
  {
    displayName: 'Extra Language',
    name: 'extraLanguage',
    type: 'string',
    default: '',
    placeholder: 'e.g. Python',
    description: 'An additional language that the job uses',
  },
  {
    displayName: 'Extra Language Version',
    name: 'extraLanguageVersion',
    description: 'The version of the additional language, if the technology offers several',
    type: 'string',
    default: '',
    placeholder: 'e.g. 3.12',
  },
  moreFields,
  {
    displayName: 'Package Name',
    name: 'packageName',
    type: 'string',
    default: '',
    placeholder: 'e.g. main.py',
    description: 'The name of the package on the platform. By default, the name of the file.',
  },
  releaseNote,
  {
    displayName: 'Runtime Version',
    name: 'runtimeVersion',
    type: 'string',
    default: '',
    placeholder: 'e.g. 3.12',
    description: 'The version of the technology to run with, as in its contexts',
  },
  sourceUrlField('the code'),
];

const usePreviousPackage: INodeProperties = {
  displayName: 'Use Previous Package',
  name: 'usePreviousArtifact',
  type: 'boolean',
  default: true,
  description: 'Whether to use the package of the previous version',
};

/** The fields of a job's first version. */
export const firstVersionFields = [packageField, versionFields(versionSettings)];

/** The fields of a version that comes after another. */
export const nextVersionFields = [
  packageField,
  versionFields([...versionSettings, usePreviousPackage]),
];

/** What these fields say; the file is opened when it is sent. */
export async function readVersion(call: ItemCall<PlatformClient>): Promise<NewVersion> {
  const { parameters, itemIndex } = call;
  const { values, more } = readSettingFields(parameters, 'version');
  const propertyName = parameters.text('binaryPropertyName');
  const file = propertyName ? await binaryContent(call, itemIndex, propertyName) : undefined;
  return { values, more, file };
}
