import { APP_TECHNOLOGY_IDS, TECHNOLOGY_IDS } from '../../sandbox';
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

/** Operations on technologies. */
export const technologyOperations: Operations = {
  getAll: {
    returns: TECHNOLOGY,
    example: true,
    tried: { parameters: { returnAll: true } },
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
  },
};
