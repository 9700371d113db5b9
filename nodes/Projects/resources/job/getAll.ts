import { projectLocator, readLocator } from '../../../shared/locators';
import { pagingFields, readLimit } from '../../../shared/paging';
import type { ProjectsOperation } from '../types';

export const getAll: ProjectsOperation = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many jobs',
  description: 'List the jobs of a project',
  fields: [projectLocator, ...pagingFields],
  // Their reads share requests.
  concurrency: 200,

  async run({ execution, itemIndex, client: { api, platform }, options }) {
    const projectId = api.readProjectId(readLocator(execution, 'projectId', itemIndex));
    const limit = readLimit(execution, itemIndex);
    const jobs = await api.listJobs(platform.projects, projectId, options);
    return jobs.slice(0, limit).map((job) => ({ json: { ...job } }));
  },
};
