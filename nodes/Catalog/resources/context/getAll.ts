import type { PlatformClient } from '../../../../platform/client';
import type { ItemOperation } from '../../../shared/operation';
import { readLocator, technologyLocator } from '../../../shared/locators';
import { pagingFields, upToLimit } from '../../../shared/paging';
import { itemOf } from '../items';

export const getAll: ItemOperation<PlatformClient> = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many contexts',
  description: 'List the contexts (versions to run with) of a technology',
  fields: [technologyLocator, ...pagingFields],

  async run({ execution, itemIndex, client, options }) {
    const id = readLocator(execution, 'technologyId', itemIndex);
    const catalog = await client.catalog(options);
    const contexts = await catalog.contexts.list(id, options);
    return upToLimit(execution, itemIndex, contexts).map(itemOf);
  },
};
