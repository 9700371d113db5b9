import type { PlatformClient } from '../../../../platform/client';
import { jobLocator, projectFilter } from '../../../shared/locators/locators';
import { labelledItem } from '../labelledItem';
import { readChanges } from '../settings';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { changeableFields } from './fields';
import { updateFields } from '../../../shared/parameters/collections';

export const update = changeOperation({
  isRepeatable: true,
  value: 'update',
  name: 'Update',
  action: 'Update job',
  description: 'Update the settings of a job',
  fields: [projectFilter, jobLocator, updateFields(changeableFields)],

  async read({ parameters, client, options }: ItemCall<PlatformClient>) {
    const jobId = parameters.locator('jobId');
    const changes = readChanges(parameters, 'updateFields');
    return await client.jobs.prepareUpdate(jobId, changes, options);
  },

  async change(call, updateJob) {
    return await labelledItem(call, await updateJob(call.mayHaveBeenMade));
  },
});
