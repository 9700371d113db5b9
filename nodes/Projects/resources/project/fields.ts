import type { INodeProperties } from 'n8n-workflow';
import { moreFields } from '../settings';

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
  { displayName: 'Description', name: 'description', type: 'string', default: '' },
  moreFields,
];

export const projectName: INodeProperties = {
  displayName: 'Name',
  name: 'name',
  type: 'string',
  default: '',
  placeholder: 'e.g. Retail',
};
