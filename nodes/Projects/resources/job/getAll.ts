import { isLocatorLeftEmpty, projectOrAll, readLocator } from '../../../shared/locators';
import { pagingFields, upToLimit } from '../../../shared/paging';
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
    if (isLocatorLeftEmpty(execution, 'projectId', itemIndex)) {
      const projects = await api.listJobsOfAllProjects(platform.projects, options);
      const jobs = projects.flatMap(({ project, jobs: ofProject }) =>
        ofProject.map((job) => ({ ...job, projectId: project.id, projectName: project.name })),
      );
      return upToLimit(execution, itemIndex, jobs).map((job) => ({ json: job }));
    }
    const projectId = api.readProjectId(readLocator(execution, 'projectId', itemIndex));
    const jobs = await api.listJobs(platform.projects, projectId, options);
    return upToLimit(execution, itemIndex, jobs).map((job) => ({ json: { ...job } }));
  },
};
