import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { OnLostAnswer } from '../../../../platform/runs/start/unknownStart';
import type { ItemParameters } from '../../../shared/parameters/nodeParameters';
import { optionsField } from '../../../shared/parameters/collections';

export interface StartOptions {
  ifRunning: 'start' | 'take' | 'skip' | 'error';
  onLostAnswer: OnLostAnswer;
}

/** What an item asks for. */
export interface StartInput extends StartOptions {
  parentId: string;
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
    description: 'Start nothing, and continue as if the node had started the current run',
  },
  {
    name: 'Skip',
    value: 'skip',
    description:
      'Start nothing, and return the current run with all its fields and "skipped" set to true',
  },
  { name: 'Start Another Run', value: 'start' },
] satisfies INodePropertyOptions[];

const ON_LOST_ANSWER = [
  {
    name: 'Fail This Node',
    value: 'error',
    description:
      'Fail immediately. Use this for jobs that several machines start at the same time.',
  },
  {
    name: 'Find the Run',
    value: 'look',
    description:
      'Check the runs for 30 seconds, and use the new run if it can only be the requested one',
  },
  {
    name: 'Find the Run, or Start Again',
    value: 'lookThenStart',
    description:
      'Send the request once more only if no new run is found within 30 seconds. If the first request takes effect later, the job runs twice.',
  },
  {
    name: 'Start Again',
    value: 'startAgain',
    description:
      'Send the request again, up to three times. Use this only for jobs that may run twice.',
  },
] satisfies INodePropertyOptions[];

/** Options of the operations that start a run. */
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
    options: ON_LOST_ANSWER,
  },
];

export const runOptionsField = (fields: readonly INodeProperties[]) =>
  optionsField('Options for starting the run and waiting for it', fields);

export function readStartOptions(parameters: ItemParameters): StartOptions {
  return {
    ifRunning: parameters.choice('options.ifRunning'),
    onLostAnswer: parameters.choice('options.onLostAnswer'),
  };
}
