import type { INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import { projectLocator } from '../../../shared/locators/locators';
import type { ItemCall } from '../../../shared/operation/operation';
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
  const { parameters } = call;
  const { values, more } = readSettingFields(parameters, 'additionalFields');
  const settings = {
    ...values,
    projectId: parameters.locator('projectId') as string,
    name: parameters.text('name'),
    category: parameters.locator('category') as string,
    technologyId: parameters.locator('technologyId') as string,
  };
  return { job: { values: settings, more }, version: await readVersion(call) };
}
