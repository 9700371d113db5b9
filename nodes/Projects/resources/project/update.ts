import { projectLocator, readLocator } from '../../../shared/locators';
import { readChanges } from '../settings';
import type { ProjectsOperation } from '../types';
import { projectName, projectSettings } from './fields';

export const update: ProjectsOperation = {
  value: 'update',
  name: 'Update',
  action: 'Update project',
  description: 'Change the settings of a project',
  fields: [
    projectLocator,
    {
      displayName: 'Update Fields',
      name: 'updateFields',
      type: 'collection',
      placeholder: 'Add Field',
      default: {},
      options: [...projectSettings, projectName],
    },
  ],

  async run({ execution, itemIndex, client: { api, platform }, signal }) {
    const projectId = readLocator(execution, 'projectId', itemIndex);
    const { values, more } = readChanges(execution, 'updateFields', itemIndex);
    const options = { signal };
    const project = await api.updateProject(platform.projects, projectId, values, more, options);
    return { json: { ...project } };
  },
};
