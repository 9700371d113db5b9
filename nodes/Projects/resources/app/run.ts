import { appLocator, projectFilterFor } from '../../../shared/locators';
import { changeById } from '../operationById';

export const run = changeById({
  isRepeatable: false,
  value: 'run',
  name: 'Run',
  action: 'Run app',
  description: 'Start an app that does not run',
  filter: projectFilterFor('apps'),
  locator: appLocator,
  prepare: (api) => api.prepareRunApp,
});
