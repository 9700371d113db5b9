import type { IDataObject } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import { readJobId } from '../../../../platform/input/identifiers';
import { jobLocator, projectFilter } from '../../../shared/locators/locators';
import { changeOperation, type ItemCall } from '../../../shared/operation/operation';
import { nextVersionFields, readVersion } from './versionFields';

export const addVersion = changeOperation({
  isRepeatable: false,
  value: 'addVersion',
  name: 'Add Version',
  action: 'Add version to job',
  description: 'Add a version to a job. The new version becomes the current one.',
  fields: [projectFilter, jobLocator, ...nextVersionFields],

  async read(call: ItemCall<PlatformClient>) {
    const { parameters, client, options } = call;
    const jobId = readJobId(parameters.locator('jobId'));
    const version = await readVersion(call);
    const add = await client.jobs.prepareAddVersion(jobId, version, options);
    return { jobId, add };
  },

  async change(_call, { jobId, add }) {
    return { json: { jobId, ...(await add()) } as IDataObject };
  },
});
