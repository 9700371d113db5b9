import type { PlatformClient } from '../../../../platform/client';
import { readProjectId } from '../../../../platform/input/identifiers';
import type { InProject } from '../../../../platform/entities/entities';
import type { Job } from '../../../../platform/projects/job/jobs';
import type { ItemCall, Operation } from '../../../shared/operation/operation';
import { isLocatorLeftEmpty, projectOrAll } from '../../../shared/locators/locators';
import { pagingFields } from '../../../shared/items/paging';
import { lastRunOptions, prepareLastRuns } from '../../runs/read/lastRuns';
import { JOB } from '../../runs/runnable';

export const getAll: Operation<PlatformClient> = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many jobs',
  description: 'Get many jobs of a project, or of all projects',
  fields: [projectOrAll('jobs'), ...pagingFields, lastRunOptions('jobs')],
  // Their reads share requests.
  concurrency: 200,

  async run(call) {
    const withLastRuns = await prepareLastRuns(call, JOB);
    const jobs = await withLastRuns(await listed(call));
    return jobs.map((job) => ({ json: { ...job } }));
  },
};

/** The documented list of one project tells no name of it, and nothing else is sent: it is null there. */
async function listed(call: ItemCall<PlatformClient>): Promise<Array<Job & InProject>> {
  const { parameters, client, options } = call;
  if (isLocatorLeftEmpty(call, 'projectId')) {
    const projects = await client.jobs.listOfAllProjects(options);
    return projects.flatMap(({ project, jobs }) =>
      jobs.map((job) => ({ ...job, projectId: project.id, projectName: project.name })),
    );
  }
  const projectId = readProjectId(parameters.locator('projectId'));
  const jobs = await client.jobs.list(projectId, options);
  return jobs.map((job) => ({ ...job, projectId, projectName: null }));
}
