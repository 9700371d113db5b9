import type { INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import { projectLocator, technologyLocator } from '../../shared/locators/locators';
import type { ItemCall } from '../../shared/operation/operation';
import { additionalFields } from '../../shared/parameters/collections';
import { firstVersionFields, readVersion } from './job.version';
import { alertingField, descriptionField, resourcesField, scheduleFields } from './settings';
import { moreFields, readSettingFields } from './settings';

const jobName: INodeProperties = {
  displayName: 'Name',
  name: 'name',
  description: 'The name of the job',
  type: 'string',
  default: '',
  placeholder: 'e.g. Sales extraction',
};

/** Not marked as required: so a plain name, as an agent may give it, is taken as well. */
const categoryLocator: INodeProperties = {
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

const jobTechnologyLocator: INodeProperties = {
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
const jobSettings: INodeProperties[] = [
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

/** What "Create" and "Create or Update" take. */
export const createFields: INodeProperties[] = [
  projectLocator,
  { ...jobName, required: true },
  categoryLocator,
  jobTechnologyLocator,
  ...firstVersionFields,
  additionalFields('job', jobSettings),
];

/** What these fields say. */
export async function readNewJob(call: ItemCall<PlatformClient>) {
  const { parameters } = call;
  const { values, more } = readSettingFields(parameters, 'additionalFields');
  const settings = {
    ...values,
    projectId: parameters.locator('projectId') as string,
    name: parameters.text('name'),
    category: parameters.locator('category') as string,
    technologyId: parameters.locator('technologyId') as string,
  };
  return { job: { values: settings, more }, version: await readVersion(call) };
}
