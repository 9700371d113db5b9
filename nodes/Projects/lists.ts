import {
  choicesOf,
  entryOf,
  NO_CHOICES,
  searchAmong,
  sortedChoices,
  chosenInForm,
} from '../shared/locators/listSearch';
import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { explained } from '../shared/errors/errors';
import { connectPlatform } from '../shared/client/connect';

/** Contexts of the chosen technology, by their labels. */
export const searchContexts = searchAmong((context) => {
  const technologyId = chosenInForm(context, 'technologyId');
  if (typeof technologyId !== 'string' || technologyId === '') return NO_CHOICES;
  return {
    name: `contexts of ${technologyId}`,
    read: async (client) =>
      (await (await client.catalog()).technologies.listContexts(technologyId)).flatMap(
        ({ id, label }) => entryOf(id, label),
      ),
  };
});

export const searchJobCategories = searchAmong(() => ({
  name: 'categories of jobs',
  read: async ({ jobs }) =>
    (await jobs.listCategories()).map((category) => ({ name: category, value: category })),
}));

/** Lists the projects that the login may see, for a field in which several can be chosen. */
export async function listProjects(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  return await explained(this, async () => {
    const entries = await sortedChoices(await connectPlatform(this), choicesOf('searchProjects'));
    return entries.map(({ name, value }) => ({ name, value: String(value) }));
  });
}
