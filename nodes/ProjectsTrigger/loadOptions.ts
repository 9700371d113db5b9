import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { explained } from '../shared/errors/errors';
import { choicesInProject, sortedChoices } from '../shared/locators/listSearch';
import { currentChoice, currentValue } from '../shared/parameters/parameterSource';
import { connectPlatform } from '../shared/client/platformClient';
import { appLists, jobLists, pipelineLists } from '../shared/locators/projectLists';

/** The jobs, pipelines or apps of the chosen project, or of all projects. */
export async function listWatchable(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  return await explained(this, async () => {
    const projectId = currentChoice(this, 'projectId');
    const resource = currentValue(this, 'resource');
    const lists = resource === 'pipeline' ? pipelineLists : jobLists;
    const choices = choicesInProject(resource === 'app' ? appLists : lists, projectId);
    const entries = await sortedChoices(await connectPlatform(this), choices);
    return entries.map(({ name, value }) => ({ name, value: String(value) }));
  });
}
