import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { repositories, technologies } from '../shared/catalogLists';
import { entryOf, searchEntries } from '../shared/listSearch';

/** Repositories whose name holds the search text. */
export async function searchRepositories(
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  return await searchEntries(this, filter, paginationToken, async (client) =>
    (await repositories(client)).flatMap(({ id, name }) => entryOf(id, name)),
  );
}

/** Technologies whose label holds the search text. */
export async function searchTechnologies(
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  return await searchEntries(this, filter, paginationToken, async (client) =>
    (await technologies(client)).flatMap(({ id, name }) => entryOf(id, name)),
  );
}
