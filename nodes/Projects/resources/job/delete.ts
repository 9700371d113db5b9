import type { PlatformClient } from '../../../../platform/client';
import { readJobId } from '../../../../platform/input/identifiers';
import { jobLocator, projectFilter } from '../../../shared/locators/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';

export const deleteOperation = changeOperation({
  isRepeatable: true,
  value: 'delete',
  name: 'Delete',
  action: 'Delete job',
  description: 'Delete a job and its runs permanently',
  fields: [projectFilter, jobLocator],

  read({ parameters }: ItemCall<PlatformClient>) {
    return readJobId(parameters.locator('jobId'));
  },

  async change({ client, options, mayHaveBeenMade }, jobId) {
    await client.jobs.delete(jobId, options, mayHaveBeenMade);
    return { json: { deleted: true, id: jobId } };
  },
});
