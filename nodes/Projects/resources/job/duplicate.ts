import type { PlatformClient } from '../../../../platform/client';
import { jobLocator, projectFilter } from '../../../shared/locators/locators';
import { labelledItem } from '../labelledItem';
import { readChanges } from '../settings';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { changeableFields } from './fields';
import { updateFields } from '../../../shared/parameters/collections';

export const duplicate = changeOperation({
  isRepeatable: false,
  value: 'duplicate',
  name: 'Duplicate',
  action: 'Duplicate job',
  description: 'Duplicate a job with its current version',
  fields: [
    projectFilter,
    jobLocator,
    updateFields(changeableFields, 'The settings that differ in the copy'),
  ],

  async read({ parameters, client, options }: ItemCall<PlatformClient>) {
    const jobId = parameters.locator('jobId');
    const changes = readChanges(parameters, 'updateFields');
    return await client.jobs.prepareDuplicate(jobId, changes, options);
  },

  async change(call, duplicateJob) {
    return await labelledItem(call, await duplicateJob(call.mayHaveBeenMade));
  },
});
