import { isLeftEmpty, projectOrAll, readLocator } from '../../../shared/locators';
import { pagingFields, readLimit } from '../../../shared/paging';
import type { ProjectsOperation } from '../types';

export const getAll: ProjectsOperation = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many jobs',
  description: 'List the jobs of a project, or of all projects',
  fields: [projectOrAll('jobs'), ...pagingFields],
  // Their reads share requests.
  concurrency: 200,

  async run({ execution, itemIndex, client: { api, platform }, options }) {
    const limit = readLimit(execution, itemIndex);
    const raw = { rawExpressions: true };
    if (isLeftEmpty(execution.getNodeParameter('projectId', itemIndex, '', raw))) {
      const projects = await api.listJobsOfAllProjects(platform.projects, options);
      return projects
        .flatMap(({ project, jobs }) =>
          jobs.map((job) => ({ ...job, projectId: project.id, projectName: project.name })),
        )
        .slice(0, limit)
        .map((job) => ({ json: job }));
    }
    const projectId = api.readProjectId(readLocator(execution, 'projectId', itemIndex));
    const jobs = await api.listJobs(platform.projects, projectId, options);
    return jobs.slice(0, limit).map((job) => ({ json: { ...job } }));
  },
};
