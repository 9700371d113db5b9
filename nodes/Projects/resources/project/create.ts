import type { PlatformClient } from '../../../../platform/client';
import { changeOperation, type ItemCall } from '../../../shared/operation';
import { readSettingFields } from '../settings';
import { readParameter } from '../../../shared/parameters/readParameter';
import { projectName, projectSettings } from './fields';
import { additionalFields } from '../../../shared/parameters/collections';

export const create = changeOperation({
  isRepeatable: false,
  value: 'create',
  name: 'Create',
  action: 'Create project',
  description: 'Make a new project',
  fields: [{ ...projectName, required: true }, additionalFields('project', projectSettings)],

  async read({ execution, itemIndex, client, options }: ItemCall<PlatformClient>) {
    const name = readParameter(execution, 'name', itemIndex, '') as string;
    const { values, more } = readSettingFields(execution, 'additionalFields', itemIndex);
    return await client.projects.prepareCreate({ ...values, name }, more, options);
  },

  async change(_call, createProject) {
    return { json: { ...(await createProject()) } };
  },
});
