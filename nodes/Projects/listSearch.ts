import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { appTechnologies, jobTechnologies } from '../shared/catalogLists';
import { chosenIn, dockerCredentialLists, entryOf, searchEntries } from '../shared/listSearch';

/** Technologies of the catalog that jobs can have, whose label holds the search text. */
export async function searchJobTechnologies(
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  return await searchEntries(this, filter, paginationToken, async (client) =>
    (await jobTechnologies(client)).flatMap(({ id, name }) => entryOf(id, name)),
  );
}

/** Technologies of the catalog that apps can have, whose label holds the search text. */
export async function searchAppTechnologies(
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  return await searchEntries(this, filter, paginationToken, async (client) =>
    (await appTechnologies(client)).flatMap(({ id, name }) => entryOf(id, name)),
  );
}

/** Contexts of the chosen technology, whose label holds the search text. */
export async function searchContexts(
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  const technologyId = chosenIn(this, 'technologyId');
  return await searchEntries(this, filter, paginationToken, async (client) => {
    if (typeof technologyId !== 'string' || technologyId === '') return [];
    const contexts = await (await client.catalog()).contexts.list(technologyId);
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
  return await searchEntries(this, filter, paginationToken, async (client) => {
    if (typeof projectId !== 'string' || projectId === '') return [];
    const found = await dockerCredentialLists.ofOne(client, projectId);
    return found.flatMap(({ id, name }) => entryOf(id, name));
  });
}

/** Categories that jobs can have. */
export async function searchJobCategories(
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  return await searchEntries(this, filter, paginationToken, async (client) => {
    const categories = await client.jobs.listCategories();
    return categories.map((category) => ({ name: category, value: category }));
  });
}
