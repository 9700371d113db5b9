import type { Outputs } from './shape';

const SOURCE = { __typename: 'string', url: 'string', name: 'string' } as const;

const MANUAL = { __typename: 'string', uselessField: 'boolean' } as const;

/** What a change of a repository gives. */
const EDITED = {
  name: 'string',
  id: 'string',
  creationDate: 'string',
  creator: 'string',
  editor: 'string',
  modificationDate: 'string',
  source: SOURCE,
  synchroMode: { ...MANUAL, cron: 'string' },
} as const;

const REPOSITORY = { ...EDITED, readOnly: 'boolean' } as const;

const REPORTS = { count: 'integer', lastReversibleId: 'string' } as const;

const TECHNOLOGY = {
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

const REPORT = {
  __typename: 'string',
  endedAt: 'string',
  id: 'string',
  startedAt: 'string',
  numberOfChanges: 'integer',
  failure: 'string',
} as const;

const SYNCHRONIZATION = {
  count: 'integer',
  repositoryId: 'string',
  repositoryName: 'string',
  report: {
    ...REPORT,
    source: { __typename: 'string', url: 'string' },
    trigger: { author: 'string', type: 'string' },
    issues: [{ message: 'string', path: 'string' }],
    revert: { author: 'string', date: 'string' },
    technologyReports: [
      { message: 'string', status: 'string', technologyId: 'string', technologyLabel: 'string' },
    ],
  },
} as const;

export const CATALOG: Outputs = {
  'context/getAll': { ...APP_CONTEXT, technology: { id: 'string', label: 'string' } },
  'repository/get': {
    ...REPOSITORY,
    synchronizationReports: { ...REPORTS, list: [REPORT] },
    technologies: [TECHNOLOGY],
  },
  'repository/getAll': { ...REPOSITORY, synchronizationReports: REPORTS },
  'repository/create': { ...EDITED, synchroMode: MANUAL },
  'repository/delete': { deleted: 'boolean', id: 'string' },
  'repository/revertSynchronization': SYNCHRONIZATION,
  'repository/synchronize': SYNCHRONIZATION,
  'repository/update': EDITED,
  'technology/get': {
    ...TECHNOLOGY,
    defaultResources: { cpu: { limit: 'number' }, memory: { limit: 'string' } },
    contexts: [{ ...CONTEXT, ...IMAGE }],
    appContexts: [{ ...APP_CONTEXT, ...IMAGE }],
  },
  'technology/getAll': TECHNOLOGY,
};
