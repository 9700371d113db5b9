import type { INodeProperties } from 'n8n-workflow';
import { projectLocator } from '../../../shared/locators/locators';
import { moreFields } from '../settings';
import type { EntityPicker } from '../operationById';
import { descriptionField } from '../settingFields';

export const projectPicker: EntityPicker = {
  noun: 'project',
  fields: [projectLocator],
};

/** What can be set of a project besides its name. */
export const projectSettings: INodeProperties[] = [
  {
    displayName: 'Authorized Groups (JSON)',
    name: 'authorizedGroups',
    type: 'json',
    default: '',
    placeholder: 'e.g. [{ "name": "analysts", "role": "ROLE_PROJECT_EDITOR" }]',
    description: 'The groups with access to the project and their roles, as a JSON array',
  },
  descriptionField('project'),
  moreFields,
];

export const projectName: INodeProperties = {
  displayName: 'Name',
  name: 'name',
  description: 'The name of the project',
  type: 'string',
  default: '',
  placeholder: 'e.g. Retail',
};
