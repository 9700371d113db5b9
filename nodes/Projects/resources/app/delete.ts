import { appLocator, projectFilterFor } from '../../../shared/locators';
import { onOne } from '../onOne';

export const deleteOperation = onOne({
  value: 'delete',
  name: 'Delete',
  action: 'Delete app',
  description: 'Delete an app permanently',
  filter: projectFilterFor('apps'),
  locator: appLocator,
  act: (api) => api.deleteApp,
});
