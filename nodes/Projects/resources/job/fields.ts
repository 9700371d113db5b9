import type { INodeProperties } from 'n8n-workflow';
import { jobLocator, projectFilter, technologyLocator } from '../../../shared/locators/locators';
import { moreFields } from '../settings';
import type { EntityPicker } from '../operationById';
import { alertingField, descriptionField, resourcesField, scheduleFields } from '../settingFields';

export const jobPicker: EntityPicker = {
  noun: 'job',
  fields: [projectFilter, jobLocator],
};

export const jobName: INodeProperties = {
  displayName: 'Name',
  name: 'name',
  description: 'The name of the job',
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
  description: 'The category of the job',
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
    'The technology that the job runs with. If the catalog cannot be reached, enter the ID.',
  modes: technologyLocator.modes?.map((mode) =>
    mode.name === 'list'
      ? { ...mode, typeOptions: { ...mode.typeOptions, searchListMethod: 'searchJobTechnologies' } }
      : mode,
  ),
};

/** What can be set of a job besides name and category. */
export const jobSettings: INodeProperties[] = [
  alertingField('the runs'),
  {
    displayName: 'Alias',
    name: 'alias',
    type: 'string',
    default: '',
    placeholder: 'e.g. sales_extraction',
    description: 'A short name that is unique in the project',
  },
  ...scheduleFields('job'),
  descriptionField('job'),
  {
    displayName: 'Is Streaming',
    name: 'isStreaming',
    type: 'boolean',
    default: true,
    description: 'Whether the job is a streaming job, which runs until it is stopped',
  },
  moreFields,
  resourcesField('a run'),
  {
    displayName: 'Uses GPU',
    name: 'doesUseGPU',
    type: 'boolean',
    default: true,
    description: 'Whether runs use a GPU',
  },
];

const category: INodeProperties = {
  displayName: 'Category',
  name: 'category',
  type: 'string',
  default: '',
  placeholder: 'e.g. Extraction',
  description: 'The category of the job',
};

/** What "Update" and "Duplicate" can set. */
export const changeableFields = [...jobSettings, category, jobName];
