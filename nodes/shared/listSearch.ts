import type {
  ILoadOptionsFunctions,
  INodeListSearchItems,
  INodeListSearchResult,
} from 'n8n-workflow';
import { explained } from './errors';
import { connectPlatform, type PlatformClient } from './platformClient';

const PAGE_SIZE = 100;

/** Projects whose name holds the search text. */
export async function searchProjects(
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  return await searchEntries(this, filter, paginationToken, async ({ api, platform }) =>
    (await api.listProjects(platform.projects)).map(({ id, name }) => ({ name, value: id })),
  );
}

/** Jobs of the chosen project, or of all projects, whose name holds the search text. */
export async function searchJobs(
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  const projectId = this.getCurrentNodeParameter('projectId', { extractValue: true });
  return await searchEntries(this, filter, paginationToken, async ({ api, platform }) => {
    if (typeof projectId === 'string' && projectId !== '') {
      const jobs = await api.listJobs(platform.projects, projectId);
      return jobs.map(({ id, name }) => ({ name, value: id }));
    }
    const projects = await api.listJobsOfAllProjects(platform.projects);
    return projects.flatMap(({ project, jobs }) =>
      jobs.map(({ id, name }) => ({ name: `${project.name} / ${name}`, value: id })),
    );
  });
}

/** Lists what a platform has, sorted by name, narrowed by the search text and cut into pages. */
export async function searchEntries(
  context: ILoadOptionsFunctions,
  filter: string | undefined,
  paginationToken: string | undefined,
  list: (client: PlatformClient) => Promise<INodeListSearchItems[]>,
): Promise<INodeListSearchResult> {
  return await explained(context, async () => {
    const entries = await list(await connectPlatform(context));
    entries.sort((a, b) => a.name.localeCompare(b.name));
    return pageOf(entries, filter, paginationToken);
  });
}

/** The platform has no search and no pages for these lists, so the whole list is cut here; its order is kept. */
export function pageOf(
  entries: INodeListSearchItems[],
  filter = '',
  paginationToken = '0',
): INodeListSearchResult {
  const wanted = filter.trim().toLowerCase();
  const found = entries.filter(
    ({ name, value, description = '' }) =>
      `${name} ${description}`.toLowerCase().includes(wanted) || value === filter.trim(),
  );
  const start = Number(paginationToken) || 0;
  const end = start + PAGE_SIZE;
  return {
    results: found.slice(start, end),
    ...(end < found.length && { paginationToken: String(end) }),
  };
}
