import { APP_TECHNOLOGY_IDS, TECHNOLOGY_IDS } from '../../sandbox';
import { byId } from '../nodes/Projects/support';
import { fields, type Operations } from './entry';

export const TECHNOLOGY = {
  ...fields('label id __typename available:boolean'),
  customFlags: ['string'],
  description: 'string',
  facets: ['string'],
  ...fields('icon lastUpdate'),
  missingFacets: ['string'],
  ...fields('repositoryId technologyId'),
  // Of job technologies, then of app technologies.
  ...fields('mainClass backgroundColor baseline readme'),
} as const;

const CONTEXT = {
  ...fields('label id available:boolean deprecationDate description'),
  facets: ['string'],
  lastUpdate: 'string',
  missingFacets: ['string'],
  ...fields('recommended:boolean trustLevel'),
} as const;

const APP_CONTEXT = { ...CONTEXT, releaseNotes: 'string' } as const;

const IMAGE = { dockerInfo: fields('image version') };

const THREE_TECHNOLOGIES = [
  TECHNOLOGY_IDS.python,
  TECHNOLOGY_IDS.spark,
  APP_TECHNOLOGY_IDS.notebook,
].map((id) => ({ technologyId: byId(id) }));

/** Operations on technologies. */
export const technologyOperations: Operations = {
  getAll: { returns: TECHNOLOGY, example: true, tried: { returnAll: true } },
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
    returns: { ...APP_CONTEXT, technology: fields('id label') },
    example: true,
    tried: THREE_TECHNOLOGIES.map((one) => ({ parameters: { ...one, returnAll: true } })),
  },
};
