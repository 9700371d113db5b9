import { readLocator, technologyLocator } from '../../../shared/locators';
import { catalogEndpoint } from '../../catalogEndpoint';
import { itemOf } from '../items';
import type { CatalogOperation } from '../types';

export const get: CatalogOperation = {
  value: 'get',
  name: 'Get',
  action: 'Get technology',
  description: 'Read a technology with its contexts',
  fields: [technologyLocator],

  async run({ execution, itemIndex, client, options }) {
    const id = readLocator(execution, 'technologyId', itemIndex);
    const catalog = await catalogEndpoint(client, options.signal);
    return itemOf(await client.api.getTechnology(catalog, id, options));
  },
};
