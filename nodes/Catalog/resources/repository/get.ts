import { readLocator } from '../../../shared/locators';
import { catalogEndpoint } from '../../catalogEndpoint';
import { itemOf } from '../items';
import { repositoryLocator } from '../locators';
import type { CatalogOperation } from '../types';

export const get: CatalogOperation = {
  value: 'get',
  name: 'Get',
  action: 'Get repository',
  description: 'Read a repository with its technologies',
  fields: [repositoryLocator],

  async run({ execution, itemIndex, client, options }) {
    const id = readLocator(execution, 'repositoryId', itemIndex);
    const catalog = await catalogEndpoint(client, options.signal);
    return itemOf(await client.api.getRepository(catalog, id, options));
  },
};
