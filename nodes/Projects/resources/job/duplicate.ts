import { jobLocator, projectFilter, readLocator } from '../../../shared/locators';
import { readChanges } from '../settings';
import type { ProjectsOperation } from '../types';
import { updateFields } from './fields';

export const duplicate: ProjectsOperation = {
  value: 'duplicate',
  name: 'Duplicate',
  action: 'Duplicate job',
  description: 'Copy a job with its current version',
  fields: [
    projectFilter,
    jobLocator,
    { ...updateFields, description: 'What shall be different in the copy' },
  ],

  async run({ execution, itemIndex, client: { api, platform }, signal }) {
    const jobId = readLocator(execution, 'jobId', itemIndex);
    const changes = readChanges(execution, 'updateFields', itemIndex);
    const job = await api.duplicateJob(platform.projects, jobId, changes, { signal });
    return { json: { ...job } };
  },
};
