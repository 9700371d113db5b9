import { pagingFields, upToLimit } from '../../../shared/paging';
import { catalogEndpoint } from '../../catalogEndpoint';
import { itemOf } from '../items';
import type { CatalogOperation } from '../types';

export const getAll: CatalogOperation = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many repositories',
  description: 'List the repositories of the technology catalog',
  fields: pagingFields,

  async run({ execution, itemIndex, client, options }) {
    const catalog = await catalogEndpoint(client, options.signal);
    const repositories = await client.api.listRepositories(catalog, options);
    return upToLimit(execution, itemIndex, repositories).map(itemOf);
  },
};
