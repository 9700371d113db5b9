import type { IDataObject } from 'n8n-workflow';
import { jobLocator, projectFilter, readLocator } from '../../../shared/locators';
import type { ProjectsOperation } from '../types';
import { nextVersionFields, readVersion } from './versionFields';

export const addVersion: ProjectsOperation = {
  value: 'addVersion',
  name: 'Add Version',
  action: 'Add version to job',
  description: 'Give a job a new version, which becomes the current one',
  fields: [projectFilter, jobLocator, ...nextVersionFields],

  async run(call) {
    const { execution, itemIndex, client, signal } = call;
    const jobId = readLocator(execution, 'jobId', itemIndex);
    const version = await readVersion(call);
    const { projects } = client.platform;
    const added = await client.api.addJobVersion(projects, jobId, version, { signal });
    return { json: { jobId, ...added } as IDataObject };
  },
};
