const listed = {
  id: 'string',
  name: 'string',
  alias: 'string',
  description: 'string',
  creationDate: 'string',
  creator: 'string',
  isScheduled: 'boolean',
  cronScheduling: 'string',
  scheduleTimezone: 'string',
} as const;

export const pipeline = {
  listed,
  whole: {
    ...listed,
    alerting: { emails: ['string'], statusList: ['string'] },
    project: { id: 'string', name: 'string' },
    versions: [
      {
        number: 'integer',
        creationDate: 'string',
        creator: 'string',
        releaseNote: 'string',
        sourceUrl: 'string',
        jobs: [{ id: 'string', name: 'string' }],
        graph: {
          jobNodes: [
            { id: 'string', job: { id: 'string', name: 'string' }, nextNodes: ['string'] },
          ],
          conditionNodes: [
            {
              id: 'string',
              condition: {
                __typename: 'string',
                toString: 'string',
                value: 'string',
                expression: 'string',
              },
              nextNodesSuccess: ['string'],
              nextNodesFailure: ['string'],
            },
          ],
        },
      },
    ],
  },
} as const;
