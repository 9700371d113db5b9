import type { INodeProperties } from 'n8n-workflow';
import { pipelineLocator, projectFilterFor } from '../../../shared/locators/locators';
import { moreFields } from '../settings';
import type { EntityPicker } from '../operationById';
import {
  alertingField,
  descriptionField,
  releaseNote,
  scheduleFields,
  sourceUrlField,
} from '../settingFields';
import { additionalFields, updateFields } from '../../../shared/parameters/collections';

export const pipelinePicker: EntityPicker = {
  noun: 'pipeline',
  fields: [projectFilterFor('pipelines'), pipelineLocator],
};

export const pipelineName: INodeProperties = {
  displayName: 'Name',
  name: 'name',
  description: 'The name of the pipeline',
  type: 'string',
  default: '',
  placeholder: 'e.g. Daily sales',
};

/** What can be set of a pipeline besides its name. */
const pipelineSettings: INodeProperties[] = [
  alertingField('the runs'),
  {
    displayName: 'Alias',
    name: 'alias',
    type: 'string',
    default: '',
    placeholder: 'e.g. daily_sales',
    description:
      'A short name that is unique in the project. By default, it is derived from the name.',
  },
  ...scheduleFields('pipeline'),
  descriptionField('pipeline'),
  {
    displayName: 'Has Execution Variables',
    name: 'hasExecutionVariablesEnabled',
    type: 'boolean',
    default: true,
    description: 'Whether the jobs of a run can pass variables to one another',
  },
  moreFields,
];

/** What can be told of a version. */
const versionNotes = [releaseNote, sourceUrlField('the graph')];

export const additionalPipelineFields = additionalFields('pipeline', [
  ...pipelineSettings,
  ...versionNotes,
]);

export const pipelineUpdateFields = updateFields([
  ...pipelineSettings,
  ...versionNotes,
  pipelineName,
]);

/** What can be different in a copy. */
export const copyFields = updateFields(
  [...pipelineSettings, pipelineName],
  'The settings that differ in the copy',
);
