import { defineFields, type OutputFields } from '../shared/operation/output';

export const TECHNOLOGY = {
  ...defineFields('label id __typename available:boolean'),
  customFlags: ['string'],
  description: 'string',
  facets: ['string'],
  ...defineFields('icon lastUpdate'),
  missingFacets: ['string'],
  ...defineFields('repositoryId technologyId'),
  // Only job technologies have the first of these fields, and only app technologies have the others.
  ...defineFields('mainClass backgroundColor baseline readme'),
} as const;

const CONTEXT = {
  ...defineFields('label id available:boolean deprecationDate description'),
  facets: ['string'],
  lastUpdate: 'string',
  missingFacets: ['string'],
  ...defineFields('recommended:boolean trustLevel'),
} as const;

const APP_CONTEXT = { ...CONTEXT, releaseNotes: 'string' } as const;

const IMAGE = { dockerInfo: defineFields('image version') };

export const TECHNOLOGY_WITH_CONTEXTS: OutputFields = {
  ...TECHNOLOGY,
  defaultResources: { cpu: { limit: 'number' }, memory: { limit: 'string' } },
  contexts: [{ ...CONTEXT, ...IMAGE }],
  appContexts: [{ ...APP_CONTEXT, ...IMAGE }],
};

export const LISTED_CONTEXT: OutputFields = {
  ...APP_CONTEXT,
  technology: defineFields('id label'),
};

const MANUAL_MODE = defineFields('__typename uselessField:boolean');

export const CHANGED_REPOSITORY = {
  ...defineFields('name id creationDate creator editor modificationDate'),
  source: defineFields('__typename url name'),
  synchroMode: { ...MANUAL_MODE, cron: 'string' },
} as const;

export const CREATED_REPOSITORY: OutputFields = { ...CHANGED_REPOSITORY, synchroMode: MANUAL_MODE };

const REPORT_SUMMARY = defineFields('count:integer lastReversibleId');

const REPORT = defineFields('__typename endedAt id startedAt numberOfChanges:integer failure');

export const SYNCHRONIZATION = {
  ...defineFields('count:integer repositoryId repositoryName'),
  report: {
    ...REPORT,
    source: defineFields('__typename name url'),
    trigger: defineFields('author type'),
    issues: [defineFields('message path')],
    revert: defineFields('author date'),
    technologyReports: [defineFields('message status technologyId technologyLabel')],
  },
} as const;

export const LISTED_REPOSITORY = {
  ...CHANGED_REPOSITORY,
  readOnly: 'boolean',
  synchronizationReports: REPORT_SUMMARY,
} as const;

export const REPOSITORY = {
  ...CHANGED_REPOSITORY,
  readOnly: 'boolean',
  synchronizationReports: { ...REPORT_SUMMARY, list: [REPORT] },
  technologies: [TECHNOLOGY],
} as const;
