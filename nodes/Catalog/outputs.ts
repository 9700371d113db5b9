import { fields, type OutputFields } from '../shared/operation/output';

export const TECHNOLOGY = {
  ...fields('label id __typename available:boolean'),
  customFlags: ['string'],
  description: 'string',
  facets: ['string'],
  ...fields('icon lastUpdate'),
  missingFacets: ['string'],
  ...fields('repositoryId technologyId'),
  // Job technologies have the first, app technologies the others.
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

export const TECHNOLOGY_WITH_CONTEXTS: OutputFields = {
  ...TECHNOLOGY,
  defaultResources: { cpu: { limit: 'number' }, memory: { limit: 'string' } },
  contexts: [{ ...CONTEXT, ...IMAGE }],
  appContexts: [{ ...APP_CONTEXT, ...IMAGE }],
};

export const LISTED_CONTEXT: OutputFields = { ...APP_CONTEXT, technology: fields('id label') };

const MANUAL = fields('__typename uselessField:boolean');

export const EDITED = {
  ...fields('name id creationDate creator editor modificationDate'),
  source: fields('__typename url name'),
  synchroMode: { ...MANUAL, cron: 'string' },
} as const;

export const CREATED: OutputFields = { ...EDITED, synchroMode: MANUAL };

const REPORTS = fields('count:integer lastReversibleId');

const REPORT = fields('__typename endedAt id startedAt numberOfChanges:integer failure');

export const SYNCHRONIZATION = {
  ...fields('count:integer repositoryId repositoryName'),
  report: {
    ...REPORT,
    source: fields('__typename name url'),
    trigger: fields('author type'),
    issues: [fields('message path')],
    revert: fields('author date'),
    technologyReports: [fields('message status technologyId technologyLabel')],
  },
} as const;

export const LISTED_REPOSITORY = {
  ...EDITED,
  readOnly: 'boolean',
  synchronizationReports: REPORTS,
} as const;

export const REPOSITORY = {
  ...EDITED,
  readOnly: 'boolean',
  synchronizationReports: { ...REPORTS, list: [REPORT] },
  technologies: [TECHNOLOGY],
} as const;
