import type { PlatformClient } from '../../../../platform/client';
import { pipelineLocator, projectFilterFor } from '../../../shared/locators/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { readChanges } from '../settings';
import { pipelineUpdateFields } from './fields';
import { optionalGraphFields, readOptionalGraphFields } from './graphFields';
import { labelledItem } from '../labelledItem';

export const update = changeOperation({
  isRepeatable: false,
  value: 'update',
  name: 'Update',
  action: 'Update pipeline',
  description: 'Update the settings or the jobs of a pipeline. New jobs create a new version.',
  fields: [
    projectFilterFor('pipelines'),
    pipelineLocator,
    ...optionalGraphFields,
    pipelineUpdateFields,
  ],

  async read(call: ItemCall<PlatformClient>) {
    const { parameters, client, options } = call;
    const pipelineId = parameters.locator('pipelineId');
    const changes = readChanges(parameters, 'updateFields');
    const graph = readOptionalGraphFields(call);
    return await client.pipelines.prepareUpdate(pipelineId, graph, changes, options);
  },

  async change(call, updatePipeline) {
    return await labelledItem(call, await updatePipeline(call.mayHaveBeenMade));
  },
});
