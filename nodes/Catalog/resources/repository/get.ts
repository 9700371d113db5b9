import type { PlatformClient } from '../../../../platform/client';
import type { ItemOperation } from '../../../shared/operation/operation';
import { itemOf } from '../items';
import { repositoryLocator } from '../locators';

export const get: ItemOperation<PlatformClient> = {
  value: 'get',
  name: 'Get',
  action: 'Get repository',
  description: 'Get a repository and its technologies',
  fields: [repositoryLocator],

  async run({ parameters, client, options }) {
    const id = parameters.locator('repositoryId');
    const catalog = await client.catalog(options);
    return itemOf(await catalog.repositories.get(id, options));
  },
};
