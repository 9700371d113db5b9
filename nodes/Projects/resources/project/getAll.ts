import { pagingFields, upToLimit } from '../../../shared/paging';
import type { ProjectsOperation } from '../types';

export const getAll: ProjectsOperation = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many projects',
  description: 'List the projects that the login may see',
  fields: pagingFields,

  async run({ execution, itemIndex, client: { api, platform }, options }) {
    const projects = await api.listProjects(platform.projects, options);
    return upToLimit(execution, itemIndex, projects).map((project) => ({ json: { ...project } }));
  },
};
