import type { INodeProperties } from 'n8n-workflow';
import { pipelineLocator, projectFilterFor } from '../../../shared/locators';
import { moreFields } from '../settings';
import type { Chosen } from '../operationById';

export const aPipeline: Chosen = {
  noun: 'pipeline',
  fields: [projectFilterFor('pipelines'), pipelineLocator],
};

export const pipelineName: INodeProperties = {
  displayName: 'Name',
  name: 'name',
  description: 'The name that people see',
  type: 'string',
  default: '',
  placeholder: 'e.g. Daily sales',
};

const alerting: INodeProperties = {
  displayName: 'Alerting (JSON)',
  name: 'alerting',
  type: 'json',
  default: '',
  placeholder: 'e.g. { "emails": ["ops@example.com"], "statusList": ["FAILED"] }',
  description: 'Who is notified of which states of the runs',
};

/** What can be set of a pipeline besides its name. */
export const pipelineSettings: INodeProperties[] = [
  alerting,
  {
    displayName: 'Alias',
    name: 'alias',
    type: 'string',
    default: '',
    placeholder: 'e.g. daily_sales',
    description: 'A short name, unique in the project; left out, it is made of the name',
  },
  {
    displayName: 'Cron Schedule',
    name: 'cronScheduling',
    type: 'string',
    default: '',
    placeholder: 'e.g. 0 6 * * 1-5',
    description: 'When the pipeline runs by itself, in five fields',
  },
  {
    displayName: 'Description',
    name: 'description',
    type: 'string',
    default: '',
    description: 'What the pipeline is for, as people read it on the platform',
  },
  {
    displayName: 'Has Execution Variables',
    name: 'hasExecutionVariablesEnabled',
    type: 'boolean',
    default: true,
    description: 'Whether jobs of a run can pass variables on to one another',
  },
  {
    displayName: 'Is Scheduled',
    name: 'isScheduled',
    type: 'boolean',
    default: true,
    description: 'Whether the pipeline runs by its schedule',
  },
  moreFields,
  {
    displayName: 'Schedule Time Zone',
    name: 'scheduleTimezone',
    type: 'string',
    default: '',
    placeholder: 'e.g. Europe/Paris',
    description: 'The time zone that the schedule is meant in',
  },
];

/** What can be told of a version. */
const versionNotes: INodeProperties[] = [
  {
    displayName: 'Release Note',
    name: 'releaseNote',
    type: 'string',
    default: '',
    description: 'What is new in this version',
  },
  {
    displayName: 'Source URL',
    name: 'sourceUrl',
    type: 'string',
    default: '',
    placeholder: 'e.g. https://git.example.com/etl',
    description: 'Where the graph comes from',
  },
];

const sorted = (fields: INodeProperties[]) =>
  fields.sort((a, b) => a.displayName.localeCompare(b.displayName));

export const additionalFields: INodeProperties = {
  displayName: 'Additional Fields',
  name: 'additionalFields',
  description: 'Settings of the pipeline that can be left out',
  type: 'collection',
  placeholder: 'Add Field',
  default: {},
  options: sorted([...pipelineSettings, ...versionNotes]),
};

const collection = (options: INodeProperties[]): INodeProperties => ({
  displayName: 'Update Fields',
  name: 'updateFields',
  description: 'What to change; settings that are not added stay as they are',
  type: 'collection',
  placeholder: 'Add Field',
  default: {},
  options: sorted(options),
});

export const updateFields = collection([...pipelineSettings, ...versionNotes, pipelineName]);

/** What can be different in a copy. */
export const copyFields: INodeProperties = {
  ...collection([...pipelineSettings, pipelineName]),
  description: 'What shall be different in the copy',
};
