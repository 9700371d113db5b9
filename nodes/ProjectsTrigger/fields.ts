import type { INodeProperties } from 'n8n-workflow';
import { projectLocator } from '../shared/locators';
import { optionsField } from '../shared/parameters/collections';
import { absenceFields } from './absence/fields';

export const events: INodeProperties = {
  displayName: 'Events',
  name: 'events',
  type: 'multiOptions',
  default: ['runFailed'],
  required: true,
  description: 'What to start the workflow for',
  options: [
    {
      name: 'No Success in Time',
      value: 'notSucceededInTime',
      action: 'On no success in time',
      description: 'Nothing has succeeded by the deadline',
    },
    {
      name: 'Recovered',
      value: 'recovered',
      action: 'On recovered',
      description: 'The first success after failures, or after other events chosen here',
    },
    {
      name: 'Run Failed',
      value: 'runFailed',
      action: 'On run failed',
      description: 'It ended with FAILED or ERROR',
    },
    {
      name: 'Run Started',
      value: 'runStarted',
      action: 'On run started',
      description: 'The run has started',
    },
    {
      name: 'Run Stopped',
      value: 'runStopped',
      action: 'On run stopped',
      description: 'Somebody ended it',
    },
    {
      name: 'Run Succeeded',
      value: 'runSucceeded',
      action: 'On run succeeded',
      description: 'It ended well',
    },
    {
      name: 'Run Takes Too Long',
      value: 'runTooLong',
      action: 'On run takes too long',
      description: 'It is still running after longer than it should take',
    },
    {
      name: 'Scheduled Run Missed',
      value: 'scheduleMissed',
      action: 'On scheduled run missed',
      description: 'By its schedule on the platform a run was due, and none has begun',
    },
  ],
};

/** What the trigger watches, and which events it emits. */
export const fields: INodeProperties[] = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    default: 'job',
    description: 'Watch runs of jobs or of pipelines',
    options: [
      { name: 'Job', value: 'job' },
      { name: 'Pipeline', value: 'pipeline' },
    ],
  },
  {
    ...projectLocator,
    required: false,
    description: 'The project whose runs are watched. Leave it empty to watch all projects.',
    hint: 'Optional: all projects where none is chosen',
  },
  {
    displayName: 'Job Names or IDs',
    name: 'ids',
    type: 'multiOptions',
    default: [],
    description:
      'Which jobs to watch; none chosen: every job, also those that come later. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
    typeOptions: {
      loadOptionsMethod: 'listWatchable',
      loadOptionsDependsOn: ['resource', 'projectId.value'],
    },
    displayOptions: { show: { resource: ['job'] } },
  },
  {
    displayName: 'Pipeline Names or IDs',
    name: 'ids',
    type: 'multiOptions',
    default: [],
    description:
      'Which pipelines to watch; none chosen: every pipeline, also those that come later. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
    typeOptions: {
      loadOptionsMethod: 'listWatchable',
      loadOptionsDependsOn: ['resource', 'projectId.value'],
    },
    displayOptions: { show: { resource: ['pipeline'] } },
  },
  events,
  ...absenceFields,
  optionsField('What an event carries besides the run', [
    {
      displayName: 'Log Lines',
      name: 'logLines',
      type: 'number',
      default: 0,
      typeOptions: { minValue: 0, maxValue: 1000 },
      description: 'Number of last log lines to include when a run fails',
    },
  ]),
];
