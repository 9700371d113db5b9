import { readLocator } from '../../../shared/locators';
import { catalogEndpoint } from '../../catalogEndpoint';
import { itemOf } from '../items';
import { repositoryLocator } from '../locators';
import type { CatalogOperation } from '../types';

export const synchronize: CatalogOperation = {
  value: 'synchronize',
  name: 'Synchronize',
  action: 'Synchronize repository',
  description: 'Make the catalog read the source of a repository again',
  fields: [repositoryLocator],

  async run({ execution, itemIndex, client, signal }) {
    const id = readLocator(execution, 'repositoryId', itemIndex);
    const catalog = await catalogEndpoint(client, signal);
    return itemOf(await client.api.synchronizeRepository(catalog, id, { signal }));
  },
};
