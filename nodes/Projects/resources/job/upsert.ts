import type { PlatformClient } from '../../../../platform/client';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { labelledItem } from '../labelledItem';
import { createFields, readNewJob } from './newJob';

export const upsert = changeOperation({
  isRepeatable: false,
  value: 'upsert',
  name: 'Create or Update',
  action: 'Create or update job',
  description: 'Create a new record, or update the current one if it already exists (upsert)',
  fields: createFields,

  async read(call: ItemCall<PlatformClient>) {
    const { client, options } = call;
    const { job, version } = await readNewJob(call);
    return await client.jobs.prepareUpsert(job, version, options);
  },

  async change(call, upsertJob) {
    return await labelledItem(call, await upsertJob(call.mayHaveBeenMade));
  },
});
