import type { INodeProperties } from 'n8n-workflow';
import { jobLocator, projectFilter, technologyLocator } from '../../../shared/locators';
import { moreFields } from '../settings';
import type { Chosen } from '../operationById';

export const aJob: Chosen = {
  noun: 'job',
  fields: [projectFilter, jobLocator],
};

export const jobName: INodeProperties = {
  displayName: 'Name',
  name: 'name',
  description: 'The name that people see',
  type: 'string',
  default: '',
  placeholder: 'e.g. Sales extraction',
};

/** Not marked as required: so a plain name, as an agent may give it, is taken as well. */
export const categoryLocator: INodeProperties = {
  displayName: 'Category',
  name: 'category',
  type: 'resourceLocator',
  default: { mode: 'list', value: '' },
  description: 'The category that the job is listed under',
  modes: [
    {
      displayName: 'From List',
      name: 'list',
      type: 'list',
      placeholder: 'Choose a category…',
      typeOptions: { searchListMethod: 'searchJobCategories', searchable: true },
    },
    { displayName: 'By Name', name: 'id', type: 'string', placeholder: 'e.g. Extraction' },
  ],
};

export const jobTechnologyLocator: INodeProperties = {
  ...technologyLocator,
  description:
    'The technology that the job runs with. Where the catalog cannot be reached, give its ID.',
  modes: technologyLocator.modes?.map((mode) =>
    mode.name === 'list'
      ? { ...mode, typeOptions: { ...mode.typeOptions, searchListMethod: 'searchJobTechnologies' } }
      : mode,
  ),
};

/** What can be set of a job besides name and category. */
export const jobSettings: INodeProperties[] = [
  {
    displayName: 'Alerting (JSON)',
    name: 'alerting',
    type: 'json',
    default: '',
    placeholder: 'e.g. { "emails": ["ops@example.com"], "statusList": ["FAILED"] }',
    description: 'Who is notified of which states of the runs',
  },
  {
    displayName: 'Alias',
    name: 'alias',
    type: 'string',
    default: '',
    placeholder: 'e.g. sales_extraction',
    description: 'A short name, unique in the project',
  },
  {
    displayName: 'Cron Schedule',
    name: 'cronScheduling',
    type: 'string',
    default: '',
    placeholder: 'e.g. 0 6 * * 1-5',
    description: 'When the job runs by itself, in five fields',
  },
  {
    displayName: 'Description',
    name: 'description',
    type: 'string',
    default: '',
    description: 'What the job is for, as people read it on the platform',
  },
  {
    displayName: 'Is Scheduled',
    name: 'isScheduled',
    type: 'boolean',
    default: true,
    description: 'Whether the job runs by its schedule',
  },
  {
    displayName: 'Is Streaming',
    name: 'isStreaming',
    type: 'boolean',
    default: true,
    description: 'Whether the job runs without an end of its own',
  },
  moreFields,
  {
    displayName: 'Resources (JSON)',
    name: 'resources',
    type: 'json',
    default: '',
    placeholder: 'e.g. { "cpu": { "request": 0.5, "limit": 2 }, "memory": { "limit": 2 } }',
    description: 'What a run asks of the cluster and may use at most',
  },
  {
    displayName: 'Schedule Time Zone',
    name: 'scheduleTimezone',
    type: 'string',
    default: '',
    placeholder: 'e.g. Europe/Paris',
    description: 'The time zone that the schedule is meant in',
  },
  {
    displayName: 'Uses GPU',
    name: 'doesUseGPU',
    type: 'boolean',
    default: true,
    description: 'Whether runs need a GPU',
  },
];

const category: INodeProperties = {
  displayName: 'Category',
  name: 'category',
  type: 'string',
  default: '',
  placeholder: 'e.g. Extraction',
  description: 'The category that the job is listed under',
};

/** What "Update" and "Duplicate" can set. */
export const updateFields: INodeProperties = {
  displayName: 'Update Fields',
  name: 'updateFields',
  description: 'What to change; settings that are not added stay as they are',
  type: 'collection',
  placeholder: 'Add Field',
  default: {},
  options: [...jobSettings, category, jobName].sort(byDisplayName),
};

function byDisplayName(a: INodeProperties, b: INodeProperties): number {
  return a.displayName.localeCompare(b.displayName);
}
