import type { PlatformClient } from '../../../../platform/client';
import type { ItemOperation } from '../../../shared/operation/operation';
import { technologyLocator } from '../../../shared/locators/locators';
import { itemOf } from '../items';

export const get: ItemOperation<PlatformClient> = {
  value: 'get',
  name: 'Get',
  action: 'Get technology',
  description: 'Get a technology and its contexts',
  fields: [technologyLocator],

  async run({ parameters, client, options }) {
    const id = parameters.locator('technologyId');
    const catalog = await client.catalog(options);
    return itemOf(await catalog.technologies.get(id, options));
  },
};
