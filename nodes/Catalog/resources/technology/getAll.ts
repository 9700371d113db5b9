import type { IDataObject } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import type { ItemOperation } from '../../../shared/operation';
import { readLocator } from '../../../shared/locators';
import { pagingFields, upToLimit } from '../../../shared/paging';
import { itemOf } from '../items';
import { repositoryLocator } from '../locators';
import { readCollection } from '../../../shared/parameters/readCollection';

export const getAll: ItemOperation<PlatformClient> = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many technologies',
  description: 'List the technologies of the catalog',
  fields: [
    {
      ...repositoryLocator,
      required: false,
      description: 'Leave it empty to list the technologies of all repositories',
      hint: 'Optional: only the technologies of this repository',
    },
    ...pagingFields,
    {
      displayName: 'Filters',
      name: 'filters',
      description: 'Which technologies to list; none added: all',
      type: 'collection',
      placeholder: 'Add filter',
      default: {},
      options: [
        {
          displayName: 'Label Contains',
          name: 'label',
          type: 'string',
          default: '',
          description: 'Only technologies whose label holds this text, whatever its case',
        },
        {
          displayName: 'Only Available',
          name: 'onlyAvailable',
          type: 'boolean',
          default: true,
          description: 'Whether to leave out technologies that cannot be used at present',
        },
      ],
    },
  ],

  async run({ execution, itemIndex, client, options }) {
    const repositoryId = readLocator(execution, 'repositoryId', itemIndex);
    const filters = readCollection(execution, 'filters', itemIndex);
    const catalog = await client.catalog(options);
    const technologies = await catalog.technologies.list(repositoryId, options);
    return upToLimit(execution, itemIndex, technologies.filter(passes(filters))).map(itemOf);
  },
};

function passes({ label, onlyAvailable }: IDataObject) {
  const wanted = String(label ?? '').toLowerCase();
  return (technology: Record<string, unknown>) =>
    String(technology.label ?? '')
      .toLowerCase()
      .includes(wanted) &&
    (onlyAvailable !== true || technology.available !== false);
}
