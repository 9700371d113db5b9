import type { PlatformClient } from '../../../../platform/client';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { createFields, readNewPipeline } from './newPipeline';
import { labelledItem } from '../labelledItem';

export const upsert = changeOperation({
  isRepeatable: false,
  value: 'upsert',
  name: 'Create or Update',
  action: 'Create or update pipeline',
  description: 'Create a new record, or update the current one if it already exists (upsert)',
  fields: createFields,

  async read(call: ItemCall<PlatformClient>) {
    const { client, options } = call;
    const { projectId, graph, settings } = readNewPipeline(call);
    return await client.pipelines.prepareUpsert(projectId, graph, settings, options);
  },

  async change(call, make) {
    return await labelledItem(call, await make(call.mayHaveBeenMade));
  },
});
