/** Settings that jobs, pipelines and apps have alike. */

export const RESOURCE = { request: 'number', limit: 'number' } as const;

export const ALERTING = {
  emails: ['string'],
  statusList: ['string'],
  loginEmails: [{ login: 'string', email: 'string' }],
} as const;
