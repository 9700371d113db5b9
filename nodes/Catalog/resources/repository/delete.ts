import { readLocator } from '../../../shared/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation';
import type { PlatformClient } from '../../../shared/platformClient';
import { catalogEndpoint } from '../../catalogEndpoint';
import { repositoryLocator } from '../locators';

export const deleteOperation = changeOperation({
  isRepeatable: true,
  value: 'delete',
  name: 'Delete',
  action: 'Delete repository',
  description: 'Remove a repository from the catalog permanently, with its technologies',
  fields: [repositoryLocator],

  async read({ execution, itemIndex, client, options }: ItemCall<PlatformClient>) {
    const id = readLocator(execution, 'repositoryId', itemIndex);
    const catalog = await catalogEndpoint(client, options.signal);
    return await client.api.prepareDeleteRepository(catalog, id, options);
  },

  async change({ mayHaveBeenMade }, deleteRepository) {
    return { json: { ...(await deleteRepository(mayHaveBeenMade)) } };
  },
});
