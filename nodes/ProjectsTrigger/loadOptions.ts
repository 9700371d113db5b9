import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { explained } from '../shared/errors';
import { connectPlatform } from '../shared/platformClient';

/** The jobs or pipelines of the chosen project. */
export async function listWatchable(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  return await explained(this, async () => {
    const projectId = this.getCurrentNodeParameter('projectId', { extractValue: true });
    if (typeof projectId !== 'string' || projectId === '') return [];
    const { api, platform } = await connectPlatform(this);
    const isJob = this.getCurrentNodeParameter('resource') !== 'pipeline';
    const entries = isJob
      ? await api.listJobs(platform.projects, projectId)
      : await api.listPipelines(platform.projects, projectId);
    return entries
      .map(({ id, name = id }) => ({ name, value: id }))
      .sort((a, b) => a.name.localeCompare(b.name));
  });
}
