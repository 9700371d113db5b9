import { appLocator, projectFilterFor } from '../../../shared/locators';
import { onOne } from '../onOne';

export const restart = onOne({
  value: 'restart',
  name: 'Restart',
  action: 'Restart app',
  description: 'Stop an app and start it again',
  filter: projectFilterFor('apps'),
  locator: appLocator,
  act: (api) => api.restartApp,
});
