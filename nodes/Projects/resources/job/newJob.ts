import type { INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import { projectLocator, readLocator } from '../../../shared/locators';
import type { ItemCall } from '../../../shared/operation';
import { readParameter } from '../../../shared/parameters/readParameter';
import { readSettingFields } from '../settings';
import { categoryLocator, jobName, jobSettings, jobTechnologyLocator } from './fields';
import { firstVersionFields, readVersion } from './versionFields';
import { additionalFields } from '../../../shared/parameters/collections';

/** What "Create" and "Create or Update" take. */
export const createFields: INodeProperties[] = [
  projectLocator,
  { ...jobName, required: true },
  categoryLocator,
  jobTechnologyLocator,
  ...firstVersionFields,
  additionalFields('job', jobSettings),
];

/** What these fields say. */
export async function readNewJob(call: ItemCall<PlatformClient>) {
  const { execution, itemIndex } = call;
  const { values, more } = readSettingFields(execution, 'additionalFields', itemIndex);
  const settings = {
    ...values,
    projectId: readLocator(execution, 'projectId', itemIndex) as string,
    name: readParameter(execution, 'name', itemIndex, '') as string,
    category: readLocator(execution, 'category', itemIndex) as string,
    technologyId: readLocator(execution, 'technologyId', itemIndex) as string,
  };
  return { job: { values: settings, more }, version: await readVersion(call) };
}
