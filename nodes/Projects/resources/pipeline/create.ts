import type { PlatformClient } from '../../../../platform/client';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { createFields, readNewPipeline } from './newPipeline';
import { labelledItem } from '../labelledItem';

export const create = changeOperation({
  isRepeatable: false,
  value: 'create',
  name: 'Create',
  action: 'Create pipeline',
  description: 'Create a pipeline from the jobs of a project',
  fields: createFields,

  async read(call: ItemCall<PlatformClient>) {
    const { client, options } = call;
    const { projectId, graph, settings } = readNewPipeline(call);
    return await client.pipelines.prepareCreate(projectId, graph, settings, options);
  },

  async change(call, make) {
    return await labelledItem(call, await make(call.mayHaveBeenMade));
  },
});
