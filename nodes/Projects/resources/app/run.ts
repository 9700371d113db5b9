import { appLocator, projectFilterFor } from '../../../shared/locators';
import { onOne } from '../onOne';

export const run = onOne({
  value: 'run',
  name: 'Run',
  action: 'Run app',
  description: 'Start an app that does not run',
  filter: projectFilterFor('apps'),
  locator: appLocator,
  act: (api) => api.runApp,
});
