import type { INodeProperties } from 'n8n-workflow';
import type { ItemParameters } from '../../../shared/parameters/nodeParameters';

export interface WaitOptions {
  timeoutSeconds: number;
  pollIntervalSeconds: number;
  onFailure: 'error' | 'output';
  onTimeout: 'error' | 'output' | 'stop';
  stopOnCancel: boolean;
  logLines: number;
}

/** Options of the operations that wait. */
export const waitOptionFields: INodeProperties[] = [
  {
    displayName: 'Log Lines',
    name: 'logLines',
    type: 'number',
    default: 20,
    typeOptions: { minValue: 0 },
    description: 'Number of last log lines to include when a run fails',
  },
  {
    displayName: 'On Failure',
    name: 'onFailure',
    type: 'options',
    default: 'error',
    description: 'What to do if the run does not succeed',
    options: [
      {
        name: 'Fail This Node',
        value: 'error',
        description: 'The error details contain the last log lines',
      },
      {
        name: 'Return the Run',
        value: 'output',
        description: 'Return the run with its status and its last log lines',
      },
    ],
  },
  {
    displayName: 'On Timeout',
    name: 'onTimeout',
    type: 'options',
    default: 'error',
    description: 'What to do if the run does not end before the timeout',
    options: [
      {
        name: 'Fail This Node',
        value: 'error',
        description: 'The run continues on the platform',
      },
      {
        name: 'Return the Run',
        value: 'output',
        description:
          'Return the last known state of the run, with the field "timedOut". The run continues on the platform.',
      },
      {
        name: 'Stop the Run',
        value: 'stop',
        description: 'Stop the run, and then apply "On Failure"',
      },
    ],
  },
  {
    displayName: 'Poll Interval (Seconds)',
    name: 'pollInterval',
    type: 'number',
    default: 5,
    typeOptions: { minValue: 1, numberPrecision: 1 },
    description: 'Seconds between two checks of the status',
  },
  {
    displayName: 'Stop on Cancel',
    name: 'stopOnCancel',
    type: 'boolean',
    default: false,
    description: 'Whether to stop the run on the platform when the workflow execution is canceled',
  },
  {
    displayName: 'Timeout (Seconds)',
    name: 'timeout',
    type: 'number',
    default: 3600,
    typeOptions: { minValue: 1, numberPrecision: 1 },
    description: 'Max number of seconds to wait for the run to end, from its start',
  },
];

/** More lines of a log than these are no summary. */
const MOST_LOG_LINES = 1_000;

export function readWaitOptions(parameters: ItemParameters): WaitOptions {
  return {
    timeoutSeconds: parameters.number('options.timeout'),
    pollIntervalSeconds: parameters.number('options.pollInterval'),
    logLines: Math.min(MOST_LOG_LINES, parameters.number('options.logLines')),
    onFailure: parameters.choice('options.onFailure'),
    onTimeout: parameters.choice('options.onTimeout'),
    stopOnCancel: parameters.boolean('options.stopOnCancel'),
  };
}
