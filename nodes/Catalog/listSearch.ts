import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { searchEntries } from '../shared/listSearch';
import { catalogEndpoint } from './catalogEndpoint';

/** Repositories whose name holds the search text. */
export async function searchRepositories(
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  return await searchEntries(this, filter, paginationToken, async (client) => {
    const repositories = await client.api.listRepositories(await catalogEndpoint(client));
    return repositories.map(({ id, name }) => ({ name: String(name), value: String(id) }));
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
    return technologies.map(({ id, label }) => ({ name: String(label), value: String(id) }));
  });
}
