import type { PlatformClient } from '../../../../platform/client';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { itemOf } from '../items';
import { repositoryLocator } from '../locators';

export const revertSynchronization = changeOperation({
  isRepeatable: false,
  value: 'revertSynchronization',
  name: 'Revert Synchronization',
  action: 'Revert synchronization of repository',
  description: 'Restore a repository to its state before the last synchronization',
  fields: [repositoryLocator],

  async read({ parameters, client, options }: ItemCall<PlatformClient>) {
    const id = parameters.locator('repositoryId');
    const catalog = await client.catalog(options);
    return await catalog.repositories.prepareRevertSynchronization(id, options);
  },

  async change(_call, revert) {
    return itemOf(await revert());
  },
});
