import { readLocator } from '../../../shared/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation';
import type { PlatformClient } from '../../../shared/platformClient';
import { catalogEndpoint } from '../../catalogEndpoint';
import { itemOf } from '../items';
import { repositoryLocator } from '../locators';

export const revertSynchronization = changeOperation({
  isRepeatable: false,
  value: 'revertSynchronization',
  name: 'Revert Synchronization',
  action: 'Revert synchronization of repository',
  description: 'Bring back what a repository had before its last synchronization',
  fields: [repositoryLocator],

  async read({ execution, itemIndex, client, options }: ItemCall<PlatformClient>) {
    const id = readLocator(execution, 'repositoryId', itemIndex);
    const catalog = await catalogEndpoint(client, options.signal);
    return await client.api.prepareRevertSynchronization(catalog, id, options);
  },

  async change(_call, revert) {
    return itemOf(await revert());
  },
});
