import type { PlatformClient } from '../../../../platform/client';
import type { ItemOperation } from '../../../shared/operation';
import { readLocator } from '../../../shared/locators';
import { itemOf } from '../items';
import { repositoryLocator } from '../locators';

export const get: ItemOperation<PlatformClient> = {
  value: 'get',
  name: 'Get',
  action: 'Get repository',
  description: 'Read a repository with its technologies',
  fields: [repositoryLocator],

  async run({ execution, itemIndex, client, options }) {
    const id = readLocator(execution, 'repositoryId', itemIndex);
    const catalog = await client.catalog(options);
    return itemOf(await catalog.repositories.get(id, options));
  },
};
