import { appLocator, projectFilterFor } from '../../../shared/locators';
import { changeById } from '../operationById';

export const stop = changeById({
  isRepeatable: true,
  value: 'stop',
  name: 'Stop',
  action: 'Stop app',
  description: 'Stop an app',
  filter: projectFilterFor('apps'),
  locator: appLocator,
  prepare: (api) => api.prepareStopApp,
});
