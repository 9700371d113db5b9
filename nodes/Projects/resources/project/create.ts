import type { PlatformClient } from '../../../../platform/client';
import { changeOperation, type ItemCall } from '../../../shared/operation';
import { readSettingFields } from '../settings';
import { readParameter } from '../../../shared/parameters/readParameter';
import { projectName, projectSettings } from './fields';

export const create = changeOperation({
  isRepeatable: false,
  value: 'create',
  name: 'Create',
  action: 'Create project',
  description: 'Make a new project',
  fields: [
    { ...projectName, required: true },
    {
      displayName: 'Additional Fields',
      name: 'additionalFields',
      description: 'Settings of the project that can be left out',
      type: 'collection',
      placeholder: 'Add Field',
      default: {},
      options: projectSettings,
    },
  ],

  async read({ execution, itemIndex, client, options }: ItemCall<PlatformClient>) {
    const name = readParameter(execution, 'name', itemIndex, '') as string;
    const { values, more } = readSettingFields(execution, 'additionalFields', itemIndex);
    return await client.projects.prepareCreate({ ...values, name }, more, options);
  },

  async change(_call, createProject) {
    return { json: { ...(await createProject()) } };
  },
});
