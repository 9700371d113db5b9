import type { INodeProperties } from 'n8n-workflow';
import { appLocator, projectFilterFor } from '../../../shared/locators/locators';
import { moreFields } from '../settings';
import type { EntityPicker } from '../operationById';
import { alertingField, descriptionField, resourcesField } from '../settingFields';

export const appPicker: EntityPicker = {
  noun: 'app',
  fields: [projectFilterFor('apps'), appLocator],
};

export const appName: INodeProperties = {
  displayName: 'Name',
  name: 'name',
  description: 'The name of the app',
  type: 'string',
  default: '',
  placeholder: 'e.g. Sales dashboard',
};

/** What can be set of an app besides its name. */
export const appSettings: INodeProperties[] = [
  alertingField('the app'),
  descriptionField('app'),
  moreFields,
  resourcesField('the app'),
];
