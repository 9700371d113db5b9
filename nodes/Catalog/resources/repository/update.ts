import type { PlatformClient } from '../../../../platform/client';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { itemOf } from '../items';
import { repositoryLocator } from '../locators';
import { repositoryName, repositoryUrl } from './fields';
import { updateFields } from '../../../shared/parameters/collections';

export const update = changeOperation({
  isRepeatable: false,
  value: 'update',
  name: 'Update',
  action: 'Update repository',
  description: 'Update the name or the URL of a repository',
  fields: [
    repositoryLocator,
    updateFields(
      [
        repositoryName,
        {
          displayName: 'Synchronize',
          name: 'triggerSynchronization',
          type: 'boolean',
          default: true,
          description: 'Whether the catalog reads a new URL immediately',
        },
        repositoryUrl,
      ],
      'The fields to update. Fields that are not added keep their values.',
    ),
  ],

  async read({ parameters, client, options }: ItemCall<PlatformClient>) {
    const id = parameters.locator('repositoryId');
    const { triggerSynchronization, ...added } = parameters.added('updateFields');
    const synchronizes = triggerSynchronization === true;
    const catalog = await client.catalog(options);
    return await catalog.repositories.prepareUpdate(id, added, synchronizes, options);
  },

  async change({ mayHaveBeenMade }, updateRepository) {
    return itemOf(await updateRepository(mayHaveBeenMade));
  },
});
