import type { PlatformClient } from '../../../../platform/client';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { labelledItem } from '../labelledItem';
import { createFields, readNewJob } from './newJob';

export const create = changeOperation({
  isRepeatable: false,
  value: 'create',
  name: 'Create',
  action: 'Create job',
  description: 'Create a job with its first version',
  fields: createFields,

  async read(call: ItemCall<PlatformClient>) {
    const { client, options } = call;
    const { job, version } = await readNewJob(call);
    return await client.jobs.prepareCreate(job, version, options);
  },

  async change(call, createJob) {
    return await labelledItem(call, await createJob());
  },
});
