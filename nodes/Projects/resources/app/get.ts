import { appLocator, projectFilterFor } from '../../../shared/locators';
import { onOne } from '../onOne';

export const get = onOne({
  value: 'get',
  name: 'Get',
  action: 'Get app',
  description: 'Read an app with its current version and status',
  filter: projectFilterFor('apps'),
  locator: appLocator,
  act: (api) => api.getApp,
});
