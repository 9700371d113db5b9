import type { PlatformClient } from '../../../platform/client';
import type { ItemOperation, Resource } from '../../shared/operation/operation';
import { technologyLocator } from '../../shared/locators/locators';
import { pagingFields, upToLimit } from '../../shared/items/paging';
import { itemOf } from './items';

const getAll: ItemOperation<PlatformClient> = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many contexts',
  description: 'Get many contexts of a technology. A context is a version to run with.',
  fields: [technologyLocator, ...pagingFields],

  async run(call) {
    const { parameters, client, options } = call;
    const id = parameters.locator('technologyId');
    const catalog = await client.catalog(options);
    const contexts = await catalog.contexts.list(id, options);
    return upToLimit(call, contexts).map(itemOf);
  },
};

export const context: Resource<PlatformClient> = {
  value: 'context',
  name: 'Context',
  operations: [getAll],
};
