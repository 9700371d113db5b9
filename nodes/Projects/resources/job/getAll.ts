import type { PlatformClient } from '../../../../platform/client';
import { readProjectId } from '../../../../platform/identifiers';
import type { Operation } from '../../../shared/operation';
import { isLocatorLeftEmpty, projectOrAll } from '../../../shared/locators';
import { pagingFields, upToLimit } from '../../../shared/paging';

export const getAll: Operation<PlatformClient> = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many jobs',
  description: 'List the jobs of a project, or of all projects',
  fields: [projectOrAll('jobs'), ...pagingFields],
  // Their reads share requests.
  concurrency: 200,

  async run(call) {
    const { parameters, client, options } = call;
    if (isLocatorLeftEmpty(call, 'projectId')) {
      const projects = await client.jobs.listOfAllProjects(options);
      const jobs = projects.flatMap(({ project, jobs: ofProject }) =>
        ofProject.map((job) => ({ ...job, projectId: project.id, projectName: project.name })),
      );
      return upToLimit(call, jobs).map((job) => ({ json: job }));
    }
    const projectId = readProjectId(parameters.locator('projectId'));
    const jobs = await client.jobs.list(projectId, options);
    return upToLimit(call, jobs).map((job) => ({ json: { ...job } }));
  },
};
