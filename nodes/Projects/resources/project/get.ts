import { projectLocator } from '../../../shared/locators';
import { onOne } from '../onOne';

export const get = onOne({
  value: 'get',
  name: 'Get',
  action: 'Get project',
  description: 'Read a project',
  locator: projectLocator,
  act: (api) => api.getProject,
});
