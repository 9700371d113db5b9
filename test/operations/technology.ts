import { APP_TECHNOLOGY_IDS, TECHNOLOGY_IDS } from '../../sandbox';
import { byId } from '../nodes/Projects/support';
import { texts, type Operations } from './entry';

export const TECHNOLOGY = {
  ...texts('label', 'id', '__typename'),
  available: 'boolean',
  customFlags: ['string'],
  description: 'string',
  facets: ['string'],
  ...texts('icon', 'lastUpdate'),
  missingFacets: ['string'],
  ...texts('repositoryId', 'technologyId'),
  // Of job technologies.
  mainClass: 'string',
  // Of app technologies.
  ...texts('backgroundColor', 'baseline', 'readme'),
} as const;

const CONTEXT = {
  ...texts('label', 'id'),
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

const IMAGE = { dockerInfo: texts('image', 'version') };

const THREE_TECHNOLOGIES = [
  TECHNOLOGY_IDS.python,
  TECHNOLOGY_IDS.spark,
  APP_TECHNOLOGY_IDS.notebook,
].map((id) => ({ technologyId: byId(id) }));

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
    tried: THREE_TECHNOLOGIES.map((parameters) => ({ parameters })),
  },
};

/** Operations on contexts. */
export const contextOperations: Operations = {
  getAll: {
    returns: { ...APP_CONTEXT, technology: { id: 'string', label: 'string' } },
    example: true,
    tried: THREE_TECHNOLOGIES.map((one) => ({ parameters: { ...one, returnAll: true } })),
  },
};
