import { appLocator, projectFilterFor } from '../../../shared/locators';
import { changeById } from '../operationById';

export const restart = changeById({
  isRepeatable: false,
  value: 'restart',
  name: 'Restart',
  action: 'Restart app',
  description: 'Stop an app and start it again',
  filter: projectFilterFor('apps'),
  locator: appLocator,
  prepare: (api) => api.prepareRestartApp,
});
