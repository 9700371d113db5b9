import { jobLocator, projectFilter, readLocator } from '../../../shared/locators';
import { readChanges } from '../settings';
import type { ProjectsOperation } from '../types';
import { updateFields } from './fields';

export const update: ProjectsOperation = {
  value: 'update',
  name: 'Update',
  action: 'Update job',
  description: 'Change the settings of a job',
  fields: [projectFilter, jobLocator, updateFields],

  async run({ execution, itemIndex, client: { api, platform }, signal }) {
    const jobId = readLocator(execution, 'jobId', itemIndex);
    const changes = readChanges(execution, 'updateFields', itemIndex);
    const job = await api.updateJob(platform.projects, jobId, changes, { signal });
    return { json: { ...job } };
  },
};
