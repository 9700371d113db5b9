import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { explained } from '../shared/errors';
import { jobLists, listInProject, pipelineLists } from '../shared/listSearch';
import { connectPlatform } from '../shared/platformClient';

/** The jobs or pipelines of the chosen project, or of all projects. */
export async function listWatchable(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  return await explained(this, async () => {
    const projectId = this.getCurrentNodeParameter('projectId', { extractValue: true });
    const isJob = this.getCurrentNodeParameter('resource') !== 'pipeline';
    const entries = await listInProject(
      await connectPlatform(this),
      projectId,
      isJob ? jobLists : pipelineLists,
    );
    return entries
      .map(({ name, value }) => ({ name, value: String(value) }))
      .sort((a, b) => a.name.localeCompare(b.name));
  });
}
