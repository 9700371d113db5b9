import type { INodeProperties } from 'n8n-workflow';
import { projectLocator } from '../shared/locators/locators';
import { SIMPLIFIED_RUN } from '../Projects/runs/runnable';
import { simplifyField } from '../shared/tools/toolOutput';
import { buildOptionsField, quietDatesField } from '../shared/parameters/collections';
import { buildIncludeVariablesField } from '../Projects/runs/read/runVariables';
import { deadlineFields } from './deadlineFields';

export const runEventsField: INodeProperties = {
  displayName: 'Events',
  name: 'events',
  type: 'multiOptions',
  default: ['runFailed'],
  required: true,
  description: 'The events that start the workflow',
  // eslint-disable-next-line n8n-nodes-base/node-param-multi-options-type-unsorted-items -- sorted by use, because n8n's panel lists the actions in this order
  options: [
    {
      name: 'Run Failed',
      value: 'runFailed',
      action: 'On run failed',
      description: 'The run failed, for example with the status FAILED or ERROR',
    },
    {
      name: 'Run Succeeded',
      value: 'runSucceeded',
      action: 'On run succeeded',
      description: 'The run ended with success',
    },
    {
      name: 'Recovered',
      value: 'recovered',
      action: 'On recovered',
      description:
        'A run succeeded for the first time after a failure, or after "Scheduled Run Missed" or "No Success in Time" if these events are chosen',
    },
    {
      name: 'Run Takes Too Long',
      value: 'runTooLong',
      action: 'On run takes too long',
      description: 'The run takes longer than the limit',
    },
    {
      name: 'Scheduled Run Missed',
      value: 'scheduleMissed',
      action: 'On scheduled run missed',
      description: 'A run was due by its schedule on the platform, but none was started or queued',
    },
    {
      name: 'No Success in Time',
      value: 'notSucceededInTime',
      action: 'On no success in time',
      description: 'No run has succeeded by the deadline',
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
      description: 'The run was stopped',
    },
  ],
  displayOptions: { hide: { resource: ['app'] } },
};

export const appEventsField: INodeProperties = {
  displayName: 'Events',
  name: 'events',
  type: 'multiOptions',
  default: ['appFailed'],
  required: true,
  description: 'The events that start the workflow',
  options: [
    {
      name: 'App Failed',
      value: 'appFailed',
      action: 'On app failed',
      description: 'The app failed to start, or ended without being stopped',
    },
    {
      name: 'App Recovered',
      value: 'appRecovered',
      action: 'On app recovered',
      description: 'The app has started for the first time since it failed',
    },
    {
      name: 'App Started',
      value: 'appStarted',
      action: 'On app started',
      description: 'The app has started',
    },
    {
      name: 'App Stopped',
      value: 'appStopped',
      action: 'On app stopped',
      description: 'The app has stopped',
    },
  ],
  displayOptions: { show: { resource: ['app'] } },
};

export const SIMPLIFIED_EVENT = [
  'event',
  'text',
  'runId',
  'pipelineInstanceId',
  'appName',
  'appId',
  'dueAt',
  'usualSeconds',
  'failures',
  'since',
  'changedAt',
  'projectName',
  ...SIMPLIFIED_RUN,
];

function buildIdsField(resource: string, names: string, nouns: string, note = ''): INodeProperties {
  return {
    displayName: `${names} Names or IDs`,
    name: 'ids',
    type: 'multiOptions',
    default: [],
    description: `The ${nouns} to watch. If none is chosen, all ${nouns} are watched, including new ones.${note} Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
    typeOptions: {
      loadOptionsMethod: 'listWatchable',
      loadOptionsDependsOn: ['resource', 'projectId.value'],
    },
    displayOptions: { show: { resource: [resource] } },
    hint: `Optional: leave empty to watch all ${nouns}`,
  };
}

const BOTH_EVENTS_NOTE =
  ' If a pipeline fails because one of its jobs fails, the job and the pipeline each have an event. To get only events of pipelines, choose "All Pipelines".';

export const fields: INodeProperties[] = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    default: 'run',
    description: 'Whether to watch runs of jobs and pipelines, or apps',
    options: [
      { name: 'App', value: 'app' },
      { name: 'Job or Pipeline', value: 'run' },
    ],
  },
  {
    ...projectLocator,
    required: false,
    description: 'The project to watch. Leave empty to watch all projects.',
    hint: 'Optional: leave empty to watch all projects',
  },
  buildIdsField('run', 'Job and Pipeline', 'jobs and pipelines', BOTH_EVENTS_NOTE),
  buildIdsField('app', 'App', 'apps'),
  runEventsField,
  appEventsField,
  ...deadlineFields,
  simplifyField,
  buildOptionsField('Additional data to return with each event, and dates without events', [
    buildIncludeVariablesField(),
    {
      displayName: 'Log Lines',
      name: 'logLines',
      type: 'number',
      default: 10,
      typeOptions: { minValue: 0, maxValue: 1000 },
      description:
        'Number of last log lines to include when a run fails. Without this option, no log is read.',
    },
    quietDatesField,
  ]),
];
