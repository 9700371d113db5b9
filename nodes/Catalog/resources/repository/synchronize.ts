import type { PlatformClient } from '../../../../platform/client';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { itemOf } from '../items';
import { repositoryLocator } from '../locators';

export const synchronize = changeOperation({
  isRepeatable: false,
  value: 'synchronize',
  name: 'Synchronize',
  action: 'Synchronize repository',
  description: 'Have the catalog read the source of a repository again',
  fields: [repositoryLocator],

  async read({ parameters, client, options }: ItemCall<PlatformClient>) {
    const id = parameters.locator('repositoryId');
    const catalog = await client.catalog(options);
    return await catalog.repositories.prepareSynchronize(id, options);
  },

  async change(_call, synchronizeRepository) {
    return itemOf(await synchronizeRepository());
  },
});
