import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { readFinalStatuses } from '../../../platform/runs/read/finalStatuses';
import type { FinalStatuses } from '../../../platform/runs/read/outcome';
import type { RunKind } from '../../../platform/runs/kinds';
import type { OnLostResponse } from '../../../platform/runs/start/runStart';
import type { ItemParameters } from '../../shared/parameters/nodeParameters';
import { buildOptionsField } from '../../shared/parameters/collections';
import { buildIncludeVariablesField, readIncludeVariables } from './read/runVariables';

export interface StartInput {
  parentId: string;
  ifRunning: 'start' | 'take' | 'skip' | 'error';
  onLostResponse: OnLostResponse;
  /** Only Run and Wait has this option. */
  finalStatuses?: FinalStatuses;
  /** Only Run and Wait has this option. */
  stopOnCancel?: boolean;
}

const IF_RUNNING = [
  {
    name: 'Fail This Node',
    value: 'error',
    description: 'The error contains the ID of the current run',
  },
  {
    name: 'Use the Current Run',
    value: 'take',
    description:
      'Do not start a run, and continue as if the node had started the current run. "Stop on Cancel" does not stop it.',
  },
  {
    name: 'Skip',
    value: 'skip',
    description: 'Do not start a run, and return the current run with "skipped" set to true',
  },
  { name: 'Start Another Run', value: 'start' },
] satisfies INodePropertyOptions[];

const ON_LOST_RESPONSE = [
  {
    name: 'Fail This Node',
    value: 'error',
    description:
      'Fail immediately. Use this if other n8n processes, or people with the same login, may start the same job or pipeline at the same time.',
  },
  {
    name: 'Find the Run',
    value: 'look',
    description:
      'Check the runs after 30 seconds. If a new run is certainly the requested one, use it. If not, fail, and list the possible runs in the error. The operation "Run" can find the run only if "If Already Running" is not "Start Another Run"; otherwise it fails.',
  },
  {
    name: 'Find the Run, or Start Again',
    value: 'lookThenStart',
    description:
      'Send the request once more only if no new run is found within 30 seconds. If the first request takes effect later, the job or pipeline runs twice.',
  },
  {
    name: 'Start Again',
    value: 'startAgain',
    description:
      'Send the request up to three times in all. Use this only if the job or pipeline may run twice.',
  },
] satisfies INodePropertyOptions[];

export const startOptionFields: INodeProperties[] = [
  {
    displayName: 'If Already Running',
    name: 'ifRunning',
    type: 'options',
    default: 'start',
    description: 'What to do if another run has not ended yet',
    options: IF_RUNNING,
  },
  {
    displayName: 'If the Response Is Lost',
    name: 'onLostAnswer',
    type: 'options',
    default: 'look',
    description: 'What to do if the request to start a run was sent, but no response arrived',
    options: ON_LOST_RESPONSE,
  },
];

export const buildRunOptionsField = (fields: readonly INodeProperties[]) =>
  buildOptionsField('Optional settings of the operation', fields);

export interface OrderOptions {
  /** Max number of simultaneous runs. `Infinity` if there is no limit. */
  maxRuns: number;
  /** `Infinity` if there is no limit. */
  stopAfterFailures: number;
}

export const orderOptionFields: INodeProperties[] = [
  {
    displayName: 'Max Concurrent Runs',
    name: 'maxConcurrentRuns',
    type: 'number',
    default: 1,
    typeOptions: { minValue: 1, maxValue: 100 },
    description:
      'Max number of runs at the same time, up to 100. With 1, the runs follow one another in the order of the items. Without this option, all runs start at once.',
  },
  {
    displayName: 'Stop After Failures',
    name: 'stopAfterFailures',
    type: 'number',
    default: 1,
    typeOptions: { minValue: 1 },
    description:
      'Number of failed items after which no more runs are started. The remaining items fail with the code NOT_STARTED. Without this option, the number is not limited.',
  },
];

export function readOrderOptions(parameters: ItemParameters): OrderOptions {
  const readMax = (path: string) => (parameters.isGiven(path) ? parameters.number(path) : Infinity);
  return {
    maxRuns: readMax('options.maxConcurrentRuns'),
    stopAfterFailures: readMax('options.stopAfterFailures'),
  };
}

export interface WaitOptions {
  timeoutSeconds: number;
  pollIntervalSeconds: number;
  onFailure: 'error' | 'output';
  onTimeout: 'error' | 'output' | 'stop';
  finalStatuses: FinalStatuses;
  stopOnCancel: boolean;
  logLines: number;
  includeVariables: boolean;
}

export const pollIntervalField: INodeProperties = {
  displayName: 'Poll Interval (Seconds)',
  name: 'pollInterval',
  type: 'number',
  default: 5,
  typeOptions: { minValue: 1, numberPrecision: 1 },
  description: 'Number of seconds between two checks of the status',
};

export const timeoutField: INodeProperties = {
  displayName: 'Timeout (Seconds)',
  name: 'timeout',
  type: 'number',
  default: 3600,
  typeOptions: { minValue: 1, numberPrecision: 1 },
  description:
    'Max number of seconds to wait for the run to end. The time starts when the node has started or found the run, and again in each retry.',
};

const finalStatusesField: INodeProperties = {
  displayName: 'Final Statuses',
  name: 'finalStatuses',
  type: 'string',
  default: '',
  placeholder: 'e.g. COMPLETED=succeeded, CANCELED=stopped',
  description:
    'Other statuses that end a run on your platform, each with its meaning: succeeded, failed, stopped or skipped. For example: COMPLETED=succeeded, CANCELED=stopped. A run with an end time and a status that the nodes do not know counts as failed.',
};

export const buildWaitOptionFields = (kind: RunKind, timeout = timeoutField): INodeProperties[] => [
  finalStatusesField,
  buildIncludeVariablesField(kind),
  {
    displayName: 'Log Lines',
    name: 'logLines',
    type: 'number',
    default: 20,
    typeOptions: { minValue: 0, maxValue: 1000 },
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
  pollIntervalField,
  {
    displayName: 'Stop on Cancel',
    name: 'stopOnCancel',
    type: 'boolean',
    default: true,
    description: 'Whether to stop the run on the platform when the workflow execution is canceled',
  },
  timeout,
];

export function readWaitOptions(parameters: ItemParameters): WaitOptions {
  return {
    timeoutSeconds: parameters.number('options.timeout'),
    pollIntervalSeconds: parameters.number('options.pollInterval'),
    includeVariables: readIncludeVariables(parameters),
    logLines: parameters.number('options.logLines'),
    onFailure: parameters.choice('options.onFailure'),
    onTimeout: parameters.choice('options.onTimeout'),
    finalStatuses: readFinalStatuses(parameters.text('options.finalStatuses')),
    stopOnCancel: parameters.boolean('options.stopOnCancel'),
  };
}
