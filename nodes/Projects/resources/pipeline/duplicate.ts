import type { IDataObject } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import { pipelineLocator, projectFilterFor, readLocator } from '../../../shared/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation';
import { readParameter } from '../../../shared/parameters/readParameter';
import { readChanges } from '../settings';
import { copyFields } from './fields';

export const duplicate = changeOperation({
  isRepeatable: false,
  value: 'duplicate',
  name: 'Duplicate',
  action: 'Duplicate pipeline',
  description: 'Copy a pipeline with its current version',
  fields: [
    projectFilterFor('pipelines'),
    pipelineLocator,
    {
      displayName: 'Duplicate Jobs',
      name: 'duplicateJobs',
      type: 'boolean',
      default: false,
      description: 'Whether the copy gets copies of the jobs; otherwise it runs the same jobs',
    },
    copyFields,
  ],

  async read({ execution, itemIndex, client, options }: ItemCall<PlatformClient>) {
    const id = readLocator(execution, 'pipelineId', itemIndex);
    const changes = readChanges(execution, 'updateFields', itemIndex);
    const withJobs = readParameter(execution, 'duplicateJobs', itemIndex, false) === true;
    return await client.pipelines.prepareDuplicate(id, changes, withJobs, options);
  },

  async change({ mayHaveBeenMade }, duplicatePipeline) {
    return { json: { ...(await duplicatePipeline(mayHaveBeenMade)) } as IDataObject };
  },
});
