import { projectLocator } from '../../../shared/locators';
import { onOne } from '../onOne';

export const deleteOperation = onOne({
  value: 'delete',
  name: 'Delete',
  action: 'Delete project',
  description: 'Delete a project permanently, with everything in it',
  locator: projectLocator,
  act: (api) => api.deleteProject,
});
