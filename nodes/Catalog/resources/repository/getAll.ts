import type { PlatformClient } from '../../../../platform/client';
import type { ItemOperation } from '../../../shared/operation/operation';
import { pagingFields, upToLimit } from '../../../shared/items/paging';
import { itemOf } from '../items';

export const getAll: ItemOperation<PlatformClient> = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many repositories',
  description: 'Get many repositories of the catalog',
  fields: pagingFields,

  async run(call) {
    const { client, options } = call;
    const catalog = await client.catalog(options);
    const repositories = await catalog.repositories.list(options);
    return upToLimit(call, repositories).map(itemOf);
  },
};
