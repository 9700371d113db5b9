import type { PlatformClient } from '../../../../platform/client';
import { jobLocator, projectFilter } from '../../../shared/locators/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { labelledItem } from '../labelledItem';

export const deleteVersions = changeOperation({
  isRepeatable: true,
  value: 'deleteVersions',
  name: 'Delete Versions',
  action: 'Delete versions of job',
  description: 'Delete earlier versions of a job and their packages permanently',
  fields: [
    projectFilter,
    jobLocator,
    {
      displayName: 'Version Numbers',
      name: 'versionNumbers',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'e.g. 1, 2, 3',
      description:
        'The numbers of the versions to delete, separated by commas. The current version and versions that runs still use are kept.',
    },
  ],

  async read({ parameters, client, options }: ItemCall<PlatformClient>) {
    const jobId = parameters.locator('jobId');
    const numbers = parameters.value('versionNumbers');
    return await client.jobs.prepareDeleteVersions(jobId, numbers, options);
  },

  async change(call, deleteJobVersions) {
    return await labelledItem(call, await deleteJobVersions(call.mayHaveBeenMade));
  },
});
