import { appTechnologies, jobTechnologies } from '../shared/locators/catalogLists';
import {
  entryOf,
  NO_CHOICES,
  PROJECT_CHOICES,
  searchAmong,
  searchInProject,
  sortedChoices,
} from '../shared/locators/listSearch';
import { currentChoice } from '../shared/parameters/parameterSource';
import { dockerCredentialLists } from '../shared/locators/projectLists';
import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { explained } from '../shared/errors/errors';
import { connectPlatform } from '../shared/client/platformClient';

/** Technologies of the catalog that jobs can have, by their labels. */
export const searchJobTechnologies = searchAmong(() => ({
  name: 'technologies of jobs',
  read: async (client) =>
    (await jobTechnologies(client)).flatMap(({ id, name }) => entryOf(id, name)),
}));

/** Technologies of the catalog that apps can have, by their labels. */
export const searchAppTechnologies = searchAmong(() => ({
  name: 'technologies of apps',
  read: async (client) =>
    (await appTechnologies(client)).flatMap(({ id, name }) => entryOf(id, name)),
}));

/** Contexts of the chosen technology, by their labels. */
export const searchContexts = searchAmong((context) => {
  const technologyId = currentChoice(context, 'technologyId');
  if (typeof technologyId !== 'string' || technologyId === '') return NO_CHOICES;
  return {
    name: `contexts of ${technologyId}`,
    read: async (client) =>
      (await (await client.catalog()).contexts.list(technologyId)).flatMap(({ id, label }) =>
        entryOf(id, label),
      ),
  };
});

/** Logins of image registries in the chosen project; none while none is chosen. */
export const searchDockerCredentials = searchInProject(dockerCredentialLists);

/** Categories that jobs can have. */
export const searchJobCategories = searchAmong(() => ({
  name: 'categories of jobs',
  read: async ({ jobs }) =>
    (await jobs.listCategories()).map((category) => ({ name: category, value: category })),
}));

/** The projects that the login may see. */
export async function listProjects(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  return await explained(this, async () => {
    const entries = await sortedChoices(await connectPlatform(this), PROJECT_CHOICES);
    return entries.map(({ name, value }) => ({ name, value: String(value) }));
  });
}
