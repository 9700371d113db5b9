import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { explained } from '../shared/errors/errors';
import { PROJECT_CHOICES, sortedChoices } from '../shared/locators/listSearch';
import { connectPlatform } from '../shared/client/platformClient';

/** The projects that the login may see. */
export async function listProjects(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  return await explained(this, async () => {
    const entries = await sortedChoices(await connectPlatform(this), PROJECT_CHOICES);
    return entries.map(({ name, value }) => ({ name, value: String(value) }));
  });
}
