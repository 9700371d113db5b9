import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { explained } from '../shared/errors/errors';
import { choicesOf, chosenId, sortedChoices } from '../shared/locators/listSearch';
import { formValue } from '../shared/parameters/form';
import { connectPlatform } from '../shared/client/connect';

/** The jobs, pipelines or apps of the chosen project, or of all projects. */
export async function listWatchable(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  return await explained(this, async () => {
    const client = await connectPlatform(this);
    const projectId = await chosenId(this, client, 'projectId');
    const resource = formValue(this, 'resource');
    const method = resource === 'pipeline' ? 'searchPipelines' : 'searchJobs';
    const choices = choicesOf(resource === 'app' ? 'searchApps' : method, projectId);
    const entries = await sortedChoices(client, choices);
    return entries.map(({ name, value }) => ({ name, value: String(value) }));
  });
}
