import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { OnLostAnswer } from '../../../platform/runs/onLostAnswer';
import type { ItemParameters } from '../../shared/parameters/nodeParameters';
import { optionsField } from '../../shared/parameters/collections';

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
    description: 'The error names the run that is under way',
  },
  {
    name: 'Go On With That Run',
    value: 'take',
    description: 'Nothing is started; the node goes on as if it had started that run',
  },
  {
    name: 'Skip',
    value: 'skip',
    description: 'Nothing is started; the run under way is returned with "skipped" set to true',
  },
  { name: 'Start Another Run', value: 'start' },
] satisfies INodePropertyOptions[];

const ON_LOST_ANSWER = [
  {
    name: 'Fail This Node',
    value: 'error',
    description: 'At once. For jobs that are started from several machines at the same time.',
  },
  {
    name: 'Look for the Run',
    value: 'look',
    description:
      'Watch the runs for 30 seconds, and take the one that can only be the one that was asked for',
  },
  {
    name: 'Look, Then Start Again',
    value: 'lookThenStart',
    description:
      'Send it once more only if no run is to be seen after 30 seconds. If the first start takes effect even later, the job runs twice.',
  },
  {
    name: 'Start Again',
    value: 'startAgain',
    description: 'For jobs that may run twice. At most three times.',
  },
] satisfies INodePropertyOptions[];

/** Options of the operations that start a run. */
export const startOptionFields: INodeProperties[] = [
  {
    displayName: 'If a Run Is Under Way',
    name: 'ifRunning',
    type: 'options',
    default: 'start',
    description: 'What to do where a run has not ended yet',
    options: IF_RUNNING,
  },
  {
    displayName: 'If the Answer Is Lost',
    name: 'onLostAnswer',
    type: 'options',
    default: 'look',
    description:
      'What to do where the platform was asked to start a run and its answer did not arrive',
    options: ON_LOST_ANSWER,
  },
];

export const runOptionsField = (fields: readonly INodeProperties[]) =>
  optionsField('How to start and to wait, where the usual way does not fit', fields);

export function readStartOptions(parameters: ItemParameters): StartOptions {
  return {
    ifRunning: parameters.choice('options.ifRunning'),
    onLostAnswer: parameters.choice('options.onLostAnswer'),
  };
}
