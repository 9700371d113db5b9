import type { INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import type { NewVersion } from '../../../../platform/projects/job/jobInput';
import { binaryContent } from '../../../shared/binaryContent';
import type { ItemCall } from '../../../shared/operation';
import { moreFields, readSettingFields } from '../settings';
import { dockerCredentialsId, releaseNote, sourceUrlField } from '../settingFields';
import { versionFields } from '../../../shared/parameters/collections';

const packageField: INodeProperties = {
  displayName: 'Package File',
  name: 'binaryPropertyName',
  type: 'string',
  default: '',
  placeholder: 'e.g. data',
  hint: 'The name of the input binary field with the file; empty where the job needs none',
  description: 'The code that the job runs: a script, an archive, a library',
};

const versionSettings: INodeProperties[] = [
  {
    displayName: 'Command Line',
    name: 'commandLine',
    type: 'string',
    default: '',
    placeholder: 'e.g. python {file} --day today',
    description: 'What a run executes',
  },
  dockerCredentialsId,
  {
    displayName: 'Docker Image',
    name: 'dockerImage',
    type: 'string',
    default: '',
    placeholder: 'e.g. registry.example.com/etl:1.4',
    description: 'The image to run, for a technology that runs images',
  },
  {
    displayName: 'Extra Language',
    name: 'extraLanguage',
    type: 'string',
    default: '',
    placeholder: 'e.g. Python',
    description: 'A second language that the job uses, beside its technology',
  },
  {
    displayName: 'Extra Language Version',
    name: 'extraLanguageVersion',
    description: 'The version of the language that the technology runs, where it offers several',
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
    description: 'The name of the package on the platform, where it is not the name of the file',
  },
  releaseNote,
  {
    displayName: 'Runtime Version',
    name: 'runtimeVersion',
    type: 'string',
    default: '',
    placeholder: 'e.g. 3.12',
    description: 'The version of the technology to run with, as its contexts name it',
  },
  sourceUrlField('the code'),
];

const usePreviousPackage: INodeProperties = {
  displayName: 'Use Previous Package',
  name: 'usePreviousArtifact',
  type: 'boolean',
  default: true,
  description: 'Whether to keep the file of the version before',
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
