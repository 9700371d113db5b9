import { appLocator, projectFilterFor } from '../../../shared/locators';
import { changeById } from '../operationById';

export const deleteOperation = changeById({
  isRepeatable: true,
  value: 'delete',
  name: 'Delete',
  action: 'Delete app',
  description: 'Delete an app permanently',
  filter: projectFilterFor('apps'),
  locator: appLocator,
  prepare: (api) => api.prepareDeleteApp,
});
