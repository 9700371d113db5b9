import type { PlatformClient } from '../../../../platform/client';
import { dockerCredentialLocator, projectLocator } from '../../../shared/locators/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';

export const deleteOperation = changeOperation({
  isRepeatable: true,
  value: 'delete',
  name: 'Delete',
  action: 'Delete Docker credential',
  description: 'Delete the login to an image registry permanently',
  fields: [projectLocator, dockerCredentialLocator],

  async read({ parameters, client, options }: ItemCall<PlatformClient>) {
    const projectId = parameters.locator('projectId');
    const id = parameters.locator('dockerCredentialId');
    return await client.dockerCredentials.prepareDelete(projectId, id, options);
  },

  async change({ mayHaveBeenMade }, deleteDockerCredential) {
    return { json: { ...(await deleteDockerCredential(mayHaveBeenMade)) } };
  },
});
