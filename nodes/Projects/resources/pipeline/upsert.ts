import type { IDataObject } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import { projectLocator, readLocator } from '../../../shared/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation';
import { readParameter } from '../../../shared/parameters/readParameter';
import { readSettingFields } from '../settings';
import { additionalFields, pipelineName } from './fields';
import { graphFields, readGraphFields } from './graphFields';

export const upsert = changeOperation({
  isRepeatable: false,
  value: 'upsert',
  name: 'Create or Update',
  action: 'Create or update pipeline',
  description: 'Create a new record, or update the current one if it already exists (upsert)',
  fields: [projectLocator, { ...pipelineName, required: true }, ...graphFields, additionalFields],

  async read(call: ItemCall<PlatformClient>) {
    const { execution, itemIndex, client, options } = call;
    const projectId = readLocator(execution, 'projectId', itemIndex);
    const { values, more } = readSettingFields(execution, 'additionalFields', itemIndex);
    const name = readParameter(execution, 'name', itemIndex, '') as string;
    const graph = readGraphFields(call);
    const settings = { values: { ...values, name }, more };
    return await client.pipelines.prepareUpsert(projectId, graph, settings, options);
  },

  async change({ mayHaveBeenMade }, make) {
    return { json: { ...(await make(mayHaveBeenMade)) } as IDataObject };
  },
});
