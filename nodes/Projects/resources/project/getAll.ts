import { pagingFields, readLimit } from '../../../shared/paging';
import type { ProjectsOperation } from '../types';

export const getAll: ProjectsOperation = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many projects',
  description: 'List the projects that the login may see',
  fields: pagingFields,

  async run({ execution, itemIndex, client: { api, platform }, options }) {
    const limit = readLimit(execution, itemIndex);
    const projects = await api.listProjects(platform.projects, options);
    return projects.slice(0, limit).map((project) => ({ json: { ...project } }));
  },
};
