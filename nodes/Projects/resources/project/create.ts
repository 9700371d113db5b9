import type { ProjectsOperation } from '../types';
import { readSettings } from '../settings';
import { readParameter } from '../../../shared/parameters/readParameter';
import { projectName, projectSettings } from './fields';

export const create: ProjectsOperation = {
  value: 'create',
  name: 'Create',
  action: 'Create project',
  description: 'Make a new project',
  fields: [
    { ...projectName, required: true },
    {
      displayName: 'Additional Fields',
      name: 'additionalFields',
      type: 'collection',
      placeholder: 'Add Field',
      default: {},
      options: projectSettings,
    },
  ],

  async run({ execution, itemIndex, client: { api, platform }, signal }) {
    const name = readParameter(execution, 'name', itemIndex, '') as string;
    const { values, more } = readSettings(execution, 'additionalFields', itemIndex);
    const settings = { ...values, name };
    const project = await api.createProject(platform.projects, settings, more, { signal });
    return { json: { ...project } };
  },
};
