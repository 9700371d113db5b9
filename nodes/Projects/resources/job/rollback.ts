import type { PlatformClient } from '../../../../platform/client';
import { jobLocator, projectFilter, readLocator } from '../../../shared/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation';
import { readParameter } from '../../../shared/parameters/readParameter';
import { labelledItem } from '../labelledItem';
import { versionNumber } from '../versionNumber';

export const rollback = changeOperation({
  isRepeatable: true,
  value: 'rollback',
  name: 'Roll Back',
  action: 'Roll back job',
  description: 'Make an earlier version of a job the current one',
  fields: [projectFilter, jobLocator, versionNumber],

  async read({ execution, itemIndex, client, options }: ItemCall<PlatformClient>) {
    const jobId = readLocator(execution, 'jobId', itemIndex);
    const number = readParameter(execution, 'versionNumber', itemIndex, '');
    return await client.jobs.prepareRollback(jobId, number, options);
  },

  async change(call, rollbackJob) {
    return await labelledItem(call, await rollbackJob(call.mayHaveBeenMade));
  },
});
