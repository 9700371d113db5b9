import { readLocator, technologyLocator } from '../../../shared/locators';
import { pagingFields, upToLimit } from '../../../shared/paging';
import { catalogEndpoint } from '../../catalogEndpoint';
import { itemOf } from '../items';
import type { CatalogOperation } from '../types';

export const getAll: CatalogOperation = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many contexts',
  description: 'List the contexts (versions to run with) of a technology',
  fields: [technologyLocator, ...pagingFields],

  async run({ execution, itemIndex, client, options }) {
    const id = readLocator(execution, 'technologyId', itemIndex);
    const catalog = await catalogEndpoint(client, options.signal);
    const contexts = await client.api.listContexts(catalog, id, options);
    return upToLimit(execution, itemIndex, contexts).map(itemOf);
  },
};
