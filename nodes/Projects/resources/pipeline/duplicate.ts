import type { PlatformClient } from '../../../../platform/client';
import { pipelineLocator, projectFilterFor } from '../../../shared/locators/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { readChanges } from '../settings';
import { copyFields } from './fields';
import { labelledItem } from '../labelledItem';

export const duplicate = changeOperation({
  isRepeatable: false,
  value: 'duplicate',
  name: 'Duplicate',
  action: 'Duplicate pipeline',
  description: 'Duplicate a pipeline with its current version',
  fields: [
    projectFilterFor('pipelines'),
    pipelineLocator,
    {
      displayName: 'Duplicate Jobs',
      name: 'duplicateJobs',
      type: 'boolean',
      default: false,
      description: 'Whether to duplicate the jobs too. If off, the copy runs the same jobs.',
    },
    copyFields,
  ],

  async read({ parameters, client, options }: ItemCall<PlatformClient>) {
    const id = parameters.locator('pipelineId');
    const changes = readChanges(parameters, 'updateFields');
    const withJobs = parameters.boolean('duplicateJobs');
    return await client.pipelines.prepareDuplicate(id, changes, withJobs, options);
  },

  async change(call, duplicatePipeline) {
    return await labelledItem(call, await duplicatePipeline(call.mayHaveBeenMade));
  },
});
