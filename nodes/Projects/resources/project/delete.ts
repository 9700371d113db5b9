import { projectLocator } from '../../../shared/locators';
import { changeById } from '../operationById';

export const deleteOperation = changeById({
  isRepeatable: true,
  value: 'delete',
  name: 'Delete',
  action: 'Delete project',
  description: 'Delete a project permanently, with everything in it',
  locator: projectLocator,
  prepare: (api) => api.prepareDeleteProject,
});
