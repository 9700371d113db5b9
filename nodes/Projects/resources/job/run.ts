import { jobLocator, projectFilter, readLocator } from '../../../shared/locators';
import type { ProjectsOperation } from '../types';

export const run: ProjectsOperation = {
  value: 'run',
  name: 'Run',
  action: 'Run job',
  description: 'Start a run of a job and go on without waiting for its end',
  fields: [projectFilter, jobLocator],

  async run({ execution, itemIndex, client: { api, platform }, signal }) {
    const jobId = api.readJobId(readLocator(execution, 'jobId', itemIndex));
    const run = await api.runJob(platform.projects, jobId, { signal });
    return { json: { ...run, jobId } };
  },
};
