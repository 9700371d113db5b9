import { jobLocator, projectFilter, readLocator } from '../../../shared/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation';
import type { PlatformClient } from '../../../shared/platformClient';

export const deleteOperation = changeOperation({
  isRepeatable: true,
  value: 'delete',
  name: 'Delete',
  action: 'Delete job',
  description: 'Delete a job permanently, with its runs',
  fields: [projectFilter, jobLocator],

  read({ execution, itemIndex, client: { api } }: ItemCall<PlatformClient>) {
    return api.readJobId(readLocator(execution, 'jobId', itemIndex));
  },

  async change({ client: { api, platform }, options, mayHaveBeenMade }, jobId) {
    await api.deleteJob(platform.projects, jobId, options, mayHaveBeenMade);
    return { json: { deleted: true, id: jobId } };
  },
});
