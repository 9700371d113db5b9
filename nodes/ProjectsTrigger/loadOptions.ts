import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { explained } from '../shared/errors/errors';
import { findChoices, chosenId, sortedChoices } from '../shared/locators/listSearch';
import { formValue } from '../shared/parameters/nodeParameters';
import { connectPlatform } from '../shared/client/connect';

const ALL = [
  { name: 'All Jobs', value: 'jobs' },
  { name: 'All Pipelines', value: 'pipelines' },
];

export async function listWatchable(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  return await explained(this, async () => {
    const client = await connectPlatform(this);
    const projectId = await chosenId(this, client, 'projectId');
    const list = async (method: string) =>
      await sortedChoices(client, findChoices(method, projectId));
    if (formValue(this, 'resource') === 'app') {
      const apps = await list('searchApps');
      return apps.map(({ name, value }) => ({ name, value: String(value) }));
    }
    const [jobs, pipelines] = await Promise.allSettled(['searchJobs', 'searchPipelines'].map(list));
    if (jobs?.status === 'rejected' && pipelines?.status === 'rejected') throw jobs.reason;
    // A login that may not read pipelines can still choose jobs.
    const toOptions = (noun: string, read: typeof jobs) =>
      read?.status === 'fulfilled'
        ? read.value.map(({ name, value }) => ({
            name: `${name} (${noun})`,
            value: `${noun}:${value}`,
          }))
        : [];
    return [...ALL, ...toOptions('job', jobs), ...toOptions('pipeline', pipelines)];
  });
}
