import type { PlatformClient } from '../../../../platform/client';
import { dockerCredentialLocator, projectLocator } from '../../../shared/locators/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { labelledItem } from '../labelledItem';
import { readChanges } from '../settings';
import { password, registry, username } from './fields';
import { updateFields } from '../../../shared/parameters/collections';

export const update = changeOperation({
  isRepeatable: true,
  secretParameters: ['password'],
  value: 'update',
  name: 'Update',
  action: 'Update Docker credential',
  description: 'Update the login to an image registry. The password is required each time.',
  fields: [
    projectLocator,
    dockerCredentialLocator,
    password,
    updateFields(
      [registry, username],
      'Other fields to update. Fields that are not added keep their values.',
    ),
  ],

  async read({ parameters, client, options }: ItemCall<PlatformClient>) {
    const projectId = parameters.locator('projectId');
    const id = parameters.locator('dockerCredentialId');
    const { values } = readChanges(parameters, 'updateFields');
    const secret = parameters.text('password');
    const given = { ...values, password: secret };
    return await client.dockerCredentials.prepareUpdate(projectId, id, given, options);
  },

  async change(call, updateDockerCredential) {
    return await labelledItem(call, await updateDockerCredential(call.mayHaveBeenMade));
  },
});
