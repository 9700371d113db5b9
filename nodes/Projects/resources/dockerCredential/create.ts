import type { PlatformClient } from '../../../../platform/client';
import { projectLocator } from '../../../shared/locators/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { labelledItem } from '../labelledItem';
import { password, registry, username } from './fields';

export const create = changeOperation({
  isRepeatable: false,
  secretParameters: ['password'],
  value: 'create',
  name: 'Create',
  action: 'Create Docker credential',
  description: 'Create a login to an image registry in a project',
  fields: [projectLocator, registry, { ...username, required: true }, password],

  async read({ parameters, client, options }: ItemCall<PlatformClient>) {
    const projectId = parameters.locator('projectId');
    const text = (name: string) => parameters.text(name);
    const given = {
      registry: text('registry') || undefined,
      username: text('username'),
      password: text('password'),
    };
    return await client.dockerCredentials.prepareCreate(projectId, given, options);
  },

  async change(call, createDockerCredential) {
    return await labelledItem(call, await createDockerCredential());
  },
});
