import type { PlatformClient } from '../../../../platform/client';
import { pipelineLocator, projectFilterFor } from '../../../shared/locators/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { versionNumber } from '../versionNumber';
import { labelledItem } from '../labelledItem';

export const rollback = changeOperation({
  isRepeatable: true,
  value: 'rollback',
  name: 'Roll Back',
  action: 'Roll back pipeline',
  description: 'Roll back a pipeline to an earlier version',
  fields: [projectFilterFor('pipelines'), pipelineLocator, versionNumber],

  async read({ parameters, client, options }: ItemCall<PlatformClient>) {
    const pipelineId = parameters.locator('pipelineId');
    const number = parameters.number('versionNumber');
    return await client.pipelines.prepareRollback(pipelineId, number, options);
  },

  async change(call, rollbackPipeline) {
    return await labelledItem(call, await rollbackPipeline(call.mayHaveBeenMade));
  },
});
