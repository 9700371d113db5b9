import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { entryOf, searchEntries } from '../shared/listSearch';
import { catalogEndpoint } from './catalogEndpoint';

/** Repositories whose name holds the search text. */
export async function searchRepositories(
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  return await searchEntries(this, filter, paginationToken, async (client) => {
    const repositories = await client.api.listRepositories(await catalogEndpoint(client));
    return repositories.flatMap(({ id, name }) => entryOf(id, name));
  });
}

/** Technologies whose label holds the search text. */
export async function searchTechnologies(
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  return await searchEntries(this, filter, paginationToken, async (client) => {
    const technologies = await client.api.listTechnologies(
      await catalogEndpoint(client),
      undefined,
    );
    return technologies.flatMap(({ id, label }) => entryOf(id, label));
  });
}
