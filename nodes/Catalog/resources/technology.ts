import type { PlatformClient } from '../../../platform/client';
import { pagingFields, takeUpToLimit } from '../../shared/items/paging';
import { technologyLocator } from '../../shared/locators/locators';
import type { ItemOperation, Resource } from '../../shared/operation/operation';
import { LISTED_CONTEXT, TECHNOLOGY, TECHNOLOGY_WITH_CONTEXTS } from '../outputs';
import { toCatalogItem, repositoryLocator } from './repository';

const SIMPLIFIED = ['label', 'id', 'available', 'description', 'technologyId', 'repositoryId'];

const get: ItemOperation<PlatformClient> = {
  value: 'get',
  name: 'Get',
  action: 'Get technology',
  description: 'Get a technology and its contexts',
  output: TECHNOLOGY_WITH_CONTEXTS,
  simplified: SIMPLIFIED,
  fields: [technologyLocator],

  async run({ parameters, client, options }) {
    const id = parameters.locator('technologyId');
    const catalog = await client.catalog(options);
    return toCatalogItem(await catalog.technologies.get(id, options));
  },
};

const getAll: ItemOperation<PlatformClient> = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many technologies',
  description: 'Get many technologies of the catalog',
  output: TECHNOLOGY,
  simplified: SIMPLIFIED,
  fields: [
    {
      ...repositoryLocator,
      required: false,
      description:
        'The repository to get technologies from. Leave empty to get the technologies of all repositories.',
      hint: 'Optional: return only the technologies of this repository',
    },
    ...pagingFields,
    {
      displayName: 'Filters',
      name: 'filters',
      description: 'Filters for the technologies to return',
      type: 'collection',
      placeholder: 'Add filter',
      default: {},
      options: [
        {
          displayName: 'Label Contains',
          name: 'label',
          type: 'string',
          default: '',
          description: 'Return only technologies whose label contains this text (case-insensitive)',
        },
        {
          displayName: 'Only Available',
          name: 'onlyAvailable',
          type: 'boolean',
          default: true,
          description: 'Whether to return only technologies that can be used now',
        },
      ],
    },
  ],

  async run(call) {
    const { parameters, client, options } = call;
    const repositoryId = parameters.locator('repositoryId');
    const filters = parameters.added('filters');
    const catalog = await client.catalog(options);
    const technologies = await catalog.technologies.list(repositoryId, options);
    return takeUpToLimit(call, technologies.filter(buildFilter(filters))).map(toCatalogItem);
  },
};

function buildFilter({ label, onlyAvailable }: Record<string, unknown>) {
  const searchText = String(label ?? '').toLowerCase();
  return (technology: Record<string, unknown>) =>
    String(technology.label ?? '')
      .toLowerCase()
      .includes(searchText) &&
    (onlyAvailable !== true || technology.available !== false);
}

export const technology: Resource<PlatformClient> = {
  value: 'technology',
  name: 'Technology',
  operations: [getAll, get],
};

const getContexts: ItemOperation<PlatformClient> = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many contexts',
  description: 'Get many contexts of a technology. A context is a version to run with.',
  output: LISTED_CONTEXT,
  simplified: ['label', 'id', 'available', 'description', 'recommended', 'trustLevel'],
  fields: [technologyLocator, ...pagingFields],

  async run(call) {
    const { parameters, client, options } = call;
    const id = parameters.locator('technologyId');
    const catalog = await client.catalog(options);
    const contexts = await catalog.technologies.listContexts(id, options);
    return takeUpToLimit(call, contexts).map(toCatalogItem);
  },
};

export const context: Resource<PlatformClient> = {
  value: 'context',
  name: 'Context',
  operations: [getContexts],
};
