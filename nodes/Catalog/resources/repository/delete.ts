import type { PlatformClient } from '../../../../platform/client';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { repositoryLocator } from '../locators';

export const deleteOperation = changeOperation({
  isRepeatable: true,
  value: 'delete',
  name: 'Delete',
  action: 'Delete repository',
  description: 'Delete a repository and its technologies permanently',
  fields: [repositoryLocator],

  async read({ parameters, client, options }: ItemCall<PlatformClient>) {
    const id = parameters.locator('repositoryId');
    const catalog = await client.catalog(options);
    return await catalog.repositories.prepareDelete(id, options);
  },

  async change({ mayHaveBeenMade }, deleteRepository) {
    return { json: { ...(await deleteRepository(mayHaveBeenMade)) } };
  },
});
