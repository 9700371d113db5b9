/** Settings that jobs, pipelines and apps have alike. */

export const RESOURCE = { request: 'number', limit: 'number' } as const;

export const ALERTING = {
  emails: ['string'],
  statusList: ['string'],
  loginEmails: [{ login: 'string', email: 'string' }],
} as const;

/** The project that an entity is in. */
export const IN_PROJECT = { projectId: 'string', projectName: 'string' } as const;
