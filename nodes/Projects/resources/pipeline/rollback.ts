import type { IDataObject } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import { pipelineLocator, projectFilterFor, readLocator } from '../../../shared/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation';
import { readParameter } from '../../../shared/parameters/readParameter';
import { versionNumber } from '../versionNumber';

export const rollback = changeOperation({
  isRepeatable: true,
  value: 'rollback',
  name: 'Roll Back',
  action: 'Roll back pipeline',
  description: 'Make an earlier version of a pipeline the current one',
  fields: [projectFilterFor('pipelines'), pipelineLocator, versionNumber],

  async read({ execution, itemIndex, client, options }: ItemCall<PlatformClient>) {
    const pipelineId = readLocator(execution, 'pipelineId', itemIndex);
    const number = readParameter(execution, 'versionNumber', itemIndex, '');
    return await client.pipelines.prepareRollback(pipelineId, number, options);
  },

  async change({ mayHaveBeenMade }, rollbackPipeline) {
    return { json: { ...(await rollbackPipeline(mayHaveBeenMade)) } as IDataObject };
  },
});
