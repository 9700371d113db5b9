import {
  findListSource,
  toListEntries,
  EMPTY_LIST,
  buildListSearch,
  readSortedList,
} from '../shared/locators/listSearch';
import { readChosenInForm } from '../shared/parameters/nodeParameters';
import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { explainErrors } from '../shared/errors/errors';
import { connectPlatform } from '../shared/client/connect';

export const searchContexts = buildListSearch((context) => {
  const technologyId = readChosenInForm(context, 'technologyId');
  if (typeof technologyId !== 'string' || technologyId === '') return EMPTY_LIST;
  return {
    cacheKey: `contexts of ${technologyId}`,
    read: async (client) =>
      (await (await client.catalog()).technologies.listContexts(technologyId)).flatMap(
        ({ id, label }) => toListEntries(id, label),
      ),
  };
});

export const searchJobCategories = buildListSearch(() => ({
  cacheKey: 'categories of jobs',
  read: async ({ jobs }) =>
    (await jobs.listCategories()).map((category) => ({ name: category, value: category })),
}));

export async function listProjects(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
  return await explainErrors(this, async () => {
    const entries = await readSortedList(
      await connectPlatform(this),
      findListSource('searchProjects'),
    );
    return entries.map(({ name, value }) => ({ name, value: String(value) }));
  });
}
