import { appLocator, projectFilterFor } from '../../../shared/locators';
import { readById } from '../operationById';

export const get = readById({
  value: 'get',
  name: 'Get',
  action: 'Get app',
  description: 'Read an app with its current version and status',
  filter: projectFilterFor('apps'),
  locator: appLocator,
  read: (api) => api.getApp,
});
