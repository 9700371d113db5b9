import { LAST_RUN } from './run';
import { ALERTING, IN_PROJECT } from './settings';

const JOB = { id: 'string', name: 'string', alias: 'string' } as const;

const POSITION = { x: 'number', y: 'number' } as const;

const settings = {
  name: 'string',
  id: 'string',
  alias: 'string',
  description: 'string',
  creationDate: 'string',
  creator: 'string',
  isScheduled: 'boolean',
  cronScheduling: 'string',
  scheduleTimezone: 'string',
} as const;

export const pipeline = {
  listed: { ...settings, ...IN_PROJECT, lastRun: LAST_RUN },
  whole: {
    ...settings,
    hasExecutionVariablesEnabled: 'boolean',
    alerting: ALERTING,
    ...IN_PROJECT,
    currentVersion: {
      number: 'integer',
      creationDate: 'string',
      creator: 'string',
      releaseNote: 'string',
      sourceUrl: 'string',
      jobs: [JOB],
      graph: {
        jobNodes: [{ id: 'string', job: JOB, position: POSITION, nextNodes: ['string'] }],
        conditionNodes: [
          {
            id: 'string',
            position: POSITION,
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
  },
} as const;
