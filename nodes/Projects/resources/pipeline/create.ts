import type { IDataObject } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import { changeOperation, type ItemCall } from '../../../shared/operation';
import { createFields, readNewPipeline } from './newPipeline';

export const create = changeOperation({
  isRepeatable: false,
  value: 'create',
  name: 'Create',
  action: 'Create pipeline',
  description: 'Make a new pipeline of jobs of a project',
  fields: createFields,

  async read(call: ItemCall<PlatformClient>) {
    const { client, options } = call;
    const { projectId, graph, settings } = readNewPipeline(call);
    return await client.pipelines.prepareCreate(projectId, graph, settings, options);
  },

  async change({ mayHaveBeenMade }, make) {
    return { json: { ...(await make(mayHaveBeenMade)) } as IDataObject };
  },
});
