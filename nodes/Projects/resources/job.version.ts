import type { INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import { JOB } from '../../../platform/resources/job/fields';
import type { NewVersion } from '../../../platform/resources/job/job';
import { binaryContent } from '../../shared/items/binaryContent';
import type { ItemCall } from '../../shared/operation/operation';
import { readSettingFields, settingFields } from './settings';
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

/** The fields of a job's first version. */
export const firstVersionFields = [
  packageField,
  versionFields(settingFields('job', JOB.version, 'usePreviousArtifact')),
];

/** The fields of a version that comes after another. */
export const nextVersionFields = [packageField, versionFields(settingFields('job', JOB.version))];

/** What these fields say; the file is opened when it is sent. */
export async function readVersion(call: ItemCall<PlatformClient>): Promise<NewVersion> {
  const { parameters, itemIndex } = call;
  const { values, more } = readSettingFields(parameters, 'version');
  const propertyName = parameters.text('binaryPropertyName');
  const file = propertyName ? await binaryContent(call, itemIndex, propertyName) : undefined;
  return { values, more, file };
}
