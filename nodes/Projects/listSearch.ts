import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { chosenIn, entryOf, searchEntries } from '../shared/listSearch';

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

/** Technologies of the catalog that apps can have, whose label holds the search text. */
export async function searchAppTechnologies(
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  return await searchEntries(this, filter, paginationToken, async ({ api, platform }) => {
    const technologies = await api.listTechnologies(await platform.catalog(), undefined);
    return technologies
      .filter(({ __typename = 'AppTechnology', available }) => {
        return __typename === 'AppTechnology' && available !== false;
      })
      .flatMap(({ id, label }) => entryOf(id, label));
  });
}

/** Contexts of the chosen technology, whose label holds the search text. */
export async function searchContexts(
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  const technologyId = chosenIn(this, 'technologyId');
  return await searchEntries(this, filter, paginationToken, async ({ api, platform }) => {
    if (typeof technologyId !== 'string' || technologyId === '') return [];
    const contexts = await api.listContexts(await platform.catalog(), technologyId);
    return contexts.flatMap(({ id, label }) => entryOf(id, label));
  });
}

/** Logins of image registries in the chosen project. */
export async function searchDockerCredentials(
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  const projectId = chosenIn(this, 'projectId');
  return await searchEntries(this, filter, paginationToken, async ({ api, platform }) => {
    if (typeof projectId !== 'string' || projectId === '') return [];
    const found = await api.listDockerCredentials(platform.projects, projectId);
    return found.flatMap(({ id, registry, username }) =>
      entryOf(id, [username, registry].filter(Boolean).join(' at ')),
    );
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
