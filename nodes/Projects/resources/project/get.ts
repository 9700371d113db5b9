import { projectLocator } from '../../../shared/locators';
import { readById } from '../operationById';

export const get = readById({
  value: 'get',
  name: 'Get',
  action: 'Get project',
  description: 'Read a project',
  locator: projectLocator,
  read: (api) => api.getProject,
});
