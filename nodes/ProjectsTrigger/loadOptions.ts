import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { explainErrors } from '../shared/errors/errors';
import { findListSource, readChosenId, readSortedList } from '../shared/locators/listSearch';
import { readFormValue } from '../shared/parameters/nodeParameters';
import { connectPlatform } from '../shared/client/connect';

const ALL_CHOICES = [
  { name: 'All Jobs', value: 'jobs' },
  { name: 'All Pipelines', value: 'pipelines' },
];

export async function listWatchable(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  return await explainErrors(this, async () => {
    const client = await connectPlatform(this);
    const projectId = await readChosenId(this, client, 'projectId');
    const list = async (method: string) =>
      await readSortedList(client, findListSource(method, projectId));
    if (readFormValue(this, 'resource') === 'app') {
      const apps = await list('searchApps');
      return apps.map(({ name, value }) => ({ name, value: String(value) }));
    }
    const [jobs, pipelines] = await Promise.allSettled(['searchJobs', 'searchPipelines'].map(list));
    if (jobs?.status === 'rejected' && pipelines?.status === 'rejected') throw jobs.reason;
    // A login that may not read pipelines can still choose jobs.
    const toOptions = (noun: string, result: typeof jobs) =>
      result?.status === 'fulfilled'
        ? result.value.map(({ name, value }) => ({
            name: `${name} (${noun})`,
            value: `${noun}:${value}`,
          }))
        : [];
    return [...ALL_CHOICES, ...toOptions('job', jobs), ...toOptions('pipeline', pipelines)];
  });
}
