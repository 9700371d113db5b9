import {
  findChoices,
  toListEntry,
  NO_CHOICES,
  searchAmong,
  sortedChoices,
} from '../shared/locators/listSearch';
import { chosenInForm } from '../shared/parameters/nodeParameters';
import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { explained } from '../shared/errors/errors';
import { connectPlatform } from '../shared/client/connect';

export const searchContexts = searchAmong((context) => {
  const technologyId = chosenInForm(context, 'technologyId');
  if (typeof technologyId !== 'string' || technologyId === '') return NO_CHOICES;
  return {
    name: `contexts of ${technologyId}`,
    read: async (client) =>
      (await (await client.catalog()).technologies.listContexts(technologyId)).flatMap(
        ({ id, label }) => toListEntry(id, label),
      ),
  };
});

export const searchJobCategories = searchAmong(() => ({
  name: 'categories of jobs',
  read: async ({ jobs }) =>
    (await jobs.listCategories()).map((category) => ({ name: category, value: category })),
}));

export async function listProjects(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  return await explained(this, async () => {
    const entries = await sortedChoices(await connectPlatform(this), findChoices('searchProjects'));
    return entries.map(({ name, value }) => ({ name, value: String(value) }));
  });
}
