import { appLocator, projectFilterFor } from '../../../shared/locators';
import { onOne } from '../onOne';

export const stop = onOne({
  value: 'stop',
  name: 'Stop',
  action: 'Stop app',
  description: 'Stop an app',
  filter: projectFilterFor('apps'),
  locator: appLocator,
  act: (api) => api.stopApp,
});
