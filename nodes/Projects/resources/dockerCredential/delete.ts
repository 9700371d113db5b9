import { dockerCredentialLocator, projectLocator, readLocator } from '../../../shared/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation';
import type { PlatformClient } from '../../../shared/platformClient';

export const deleteOperation = changeOperation({
  isRepeatable: true,
  value: 'delete',
  name: 'Delete',
  action: 'Delete Docker credential',
  description: 'Delete the login of an image registry permanently',
  fields: [projectLocator, dockerCredentialLocator],

  async read({
    execution,
    itemIndex,
    client: { api, platform },
    options,
  }: ItemCall<PlatformClient>) {
    const projectId = readLocator(execution, 'projectId', itemIndex);
    const id = readLocator(execution, 'dockerCredentialId', itemIndex);
    return await api.prepareDeleteDockerCredentials(platform.projects, projectId, id, options);
  },

  async change({ mayHaveBeenMade }, deleteDockerCredential) {
    return { json: { ...(await deleteDockerCredential(mayHaveBeenMade)) } };
  },
});
