import { APP_TECHNOLOGY_IDS, TECHNOLOGY_IDS } from '../../sandbox';
import { CATALOG_READS, countIs } from '../chaos/operations/kinds';
import { addEntity, fromItem, someProject, type Model } from '../chaos/operations/operation';
import { byId } from '../nodes/Projects/support';
import type { Operations } from './entry';

export const TECHNOLOGY = {
  label: 'string',
  id: 'string',
  __typename: 'string',
  available: 'boolean',
  customFlags: ['string'],
  description: 'string',
  facets: ['string'],
  icon: 'string',
  lastUpdate: 'string',
  missingFacets: ['string'],
  repositoryId: 'string',
  technologyId: 'string',
  // Of job technologies.
  mainClass: 'string',
  // Of app technologies.
  backgroundColor: 'string',
  baseline: 'string',
  readme: 'string',
} as const;

const CONTEXT = {
  label: 'string',
  id: 'string',
  available: 'boolean',
  deprecationDate: 'string',
  description: 'string',
  facets: ['string'],
  lastUpdate: 'string',
  missingFacets: ['string'],
  recommended: 'boolean',
  trustLevel: 'string',
} as const;

const APP_CONTEXT = { ...CONTEXT, releaseNotes: 'string' } as const;

const IMAGE = { dockerInfo: { image: 'string', version: 'string' } } as const;

const withTechnology: Model['prepare'] = (world, index) => {
  const { id } = addEntity(world.repositories, world, { name: `Repository ${index}` });
  const technology = addEntity(world.technologies, world, { name: `tech-${index}`, projectId: id });
  return {
    json: { repositoryId: id, technologyId: technology.id, projectId: someProject(world).id },
  };
};

/** Operations on technologies. */
export const technologyOperations: Operations = {
  getAll: {
    returns: TECHNOLOGY,
    example: true,
    tried: { parameters: { returnAll: true } },
    chaos: {
      parameters: { returnAll: true },
      routes: CATALOG_READS,
      prepare: withTechnology,
      falsehood: countIs(({ world }) => world.technologies.size),
    },
  },
  get: {
    returns: {
      ...TECHNOLOGY,
      defaultResources: { cpu: { limit: 'number' }, memory: { limit: 'string' } },
      contexts: [{ ...CONTEXT, ...IMAGE }],
      appContexts: [{ ...APP_CONTEXT, ...IMAGE }],
    },
    tried: [TECHNOLOGY_IDS.python, TECHNOLOGY_IDS.spark, APP_TECHNOLOGY_IDS.notebook].map((id) => ({
      parameters: { technologyId: byId(id) },
    })),
    chaos: {
      parameters: { technologyId: fromItem('technologyId') },
      routes: CATALOG_READS,
      prepare: withTechnology,
      falsehood: ({ item, outputs }) =>
        outputs[0]?.json.id === item.json.technologyId ? undefined : 'another one',
      outputsAnItem: 1,
    },
  },
};

/** Operations on contexts. */
export const contextOperations: Operations = {
  getAll: {
    returns: { ...APP_CONTEXT, technology: { id: 'string', label: 'string' } },
    example: true,
    tried: [TECHNOLOGY_IDS.python, TECHNOLOGY_IDS.spark, APP_TECHNOLOGY_IDS.notebook].map((id) => ({
      parameters: { technologyId: byId(id), returnAll: true },
    })),
    chaos: {
      parameters: { technologyId: fromItem('technologyId'), returnAll: true },
      routes: CATALOG_READS,
      prepare: withTechnology,
      falsehood: countIs(() => 2),
    },
  },
};
