import type { IDataObject } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import { pipelineLocator, projectFilterFor } from '../../../shared/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation';
import { versionNumber } from '../versionNumber';

export const rollback = changeOperation({
  isRepeatable: true,
  value: 'rollback',
  name: 'Roll Back',
  action: 'Roll back pipeline',
  description: 'Make an earlier version of a pipeline the current one',
  fields: [projectFilterFor('pipelines'), pipelineLocator, versionNumber],

  async read({ parameters, client, options }: ItemCall<PlatformClient>) {
    const pipelineId = parameters.locator('pipelineId');
    const number = parameters.number('versionNumber');
    return await client.pipelines.prepareRollback(pipelineId, number, options);
  },

  async change({ mayHaveBeenMade }, rollbackPipeline) {
    return { json: { ...(await rollbackPipeline(mayHaveBeenMade)) } as IDataObject };
  },
});
