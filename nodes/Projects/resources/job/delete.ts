import { jobLocator, projectFilter, readLocator } from '../../../shared/locators';
import type { ProjectsOperation } from '../types';

export const deleteOperation: ProjectsOperation = {
  value: 'delete',
  name: 'Delete',
  action: 'Delete job',
  description: 'Delete a job permanently, with its runs',
  fields: [projectFilter, jobLocator],

  async run({ execution, itemIndex, client: { api, platform }, signal }) {
    const jobId = api.readJobId(readLocator(execution, 'jobId', itemIndex));
    await api.deleteJob(platform.projects, jobId, { signal });
    return { json: { deleted: true, id: jobId } };
  },
};
