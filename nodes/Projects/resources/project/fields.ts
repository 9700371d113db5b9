import type { INodeProperties } from 'n8n-workflow';
import { projectLocator } from '../../../shared/locators';
import { moreFields } from '../settings';
import type { Chosen } from '../operationById';
import { descriptionField } from '../settingFields';

export const aProject: Chosen = {
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
    description: 'The groups that may work in the project, as a JSON list',
  },
  descriptionField('project'),
  moreFields,
];

export const projectName: INodeProperties = {
  displayName: 'Name',
  name: 'name',
  description: 'The name that people see',
  type: 'string',
  default: '',
  placeholder: 'e.g. Retail',
};
