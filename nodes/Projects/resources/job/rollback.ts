import type { PlatformClient } from '../../../../platform/client';
import { jobLocator, projectFilter } from '../../../shared/locators/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { labelledItem } from '../labelledItem';
import { versionNumber } from '../versionNumber';

export const rollback = changeOperation({
  isRepeatable: true,
  value: 'rollback',
  name: 'Roll Back',
  action: 'Roll back job',
  description: 'Roll back a job to an earlier version',
  fields: [projectFilter, jobLocator, versionNumber],

  async read({ parameters, client, options }: ItemCall<PlatformClient>) {
    const jobId = parameters.locator('jobId');
    const number = parameters.number('versionNumber');
    return await client.jobs.prepareRollback(jobId, number, options);
  },

  async change(call, rollbackJob) {
    return await labelledItem(call, await rollbackJob(call.mayHaveBeenMade));
  },
});
