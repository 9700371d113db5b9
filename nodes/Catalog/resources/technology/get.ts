import type { PlatformClient } from '../../../../platform/client';
import type { ItemOperation } from '../../../shared/operation';
import { readLocator, technologyLocator } from '../../../shared/locators';
import { itemOf } from '../items';

export const get: ItemOperation<PlatformClient> = {
  value: 'get',
  name: 'Get',
  action: 'Get technology',
  description: 'Read a technology with its contexts',
  fields: [technologyLocator],

  async run({ execution, itemIndex, client, options }) {
    const id = readLocator(execution, 'technologyId', itemIndex);
    const catalog = await client.catalog(options);
    return itemOf(await catalog.technologies.get(id, options));
  },
};
