import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { entryOf, searchEntries } from '../shared/listSearch';

/** Technologies of the catalog that jobs can have, whose label holds the search text. */
export async function searchJobTechnologies(
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  return await searchEntries(this, filter, paginationToken, async ({ api, platform }) => {
    const technologies = await api.listTechnologies(await platform.catalog(), undefined);
    return technologies
      .filter(({ __typename, available }) => __typename !== 'AppTechnology' && available !== false)
      .flatMap(({ id, label }) => entryOf(id, label));
  });
}

/** Categories that jobs can have. */
export async function searchJobCategories(
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  return await searchEntries(this, filter, paginationToken, async ({ api, platform }) => {
    const categories = await api.listJobCategories(platform.projects);
    return categories.map((category) => ({ name: category, value: category }));
  });
}
