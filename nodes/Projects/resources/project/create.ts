import type { PlatformClient } from '../../../../platform/client';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { readSettingFields } from '../settings';
import { projectName, projectSettings } from './fields';
import { additionalFields } from '../../../shared/parameters/collections';

export const create = changeOperation({
  isRepeatable: false,
  value: 'create',
  name: 'Create',
  action: 'Create project',
  description: 'Create a project',
  fields: [{ ...projectName, required: true }, additionalFields('project', projectSettings)],

  async read({ parameters, client, options }: ItemCall<PlatformClient>) {
    const name = parameters.text('name');
    const { values, more } = readSettingFields(parameters, 'additionalFields');
    return await client.projects.prepareCreate({ ...values, name }, more, options);
  },

  async change(_call, createProject) {
    return { json: { ...(await createProject()) } };
  },
});
