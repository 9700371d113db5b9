import type { INodeProperties } from 'n8n-workflow';
import { appLocator, projectFilterFor } from '../../../shared/locators';
import { moreFields } from '../settings';
import type { Chosen } from '../operationById';

export const anApp: Chosen = {
  noun: 'app',
  fields: [projectFilterFor('apps'), appLocator],
};

export const appName: INodeProperties = {
  displayName: 'Name',
  name: 'name',
  description: 'The name that people see',
  type: 'string',
  default: '',
  placeholder: 'e.g. Sales dashboard',
};

/** What can be set of an app besides its name. */
export const appSettings: INodeProperties[] = [
  {
    displayName: 'Alerting (JSON)',
    name: 'alerting',
    type: 'json',
    default: '',
    placeholder: 'e.g. { "emails": ["ops@example.com"], "statusList": ["FAILED"] }',
    description: 'Who is notified of which states of the app',
  },
  {
    displayName: 'Description',
    name: 'description',
    type: 'string',
    default: '',
    description: 'What the app is for, as people read it on the platform',
  },
  moreFields,
  {
    displayName: 'Resources (JSON)',
    name: 'resources',
    type: 'json',
    default: '',
    placeholder: 'e.g. { "cpu": { "request": 0.5, "limit": 2 }, "memory": { "limit": 2 } }',
    description: 'What the app asks of the cluster and may use at most',
  },
];
