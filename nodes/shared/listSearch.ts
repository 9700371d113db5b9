import type {
  ILoadOptionsFunctions,
  INodeListSearchItems,
  INodeListSearchResult,
} from 'n8n-workflow';
import type { PlatformClient } from '../../platform/client';
import type { CallOptions } from '../../platform/graphql/endpoint';
import { explainedInList } from './errors';
import { connectPlatform } from './platformClient';

const PAGE_SIZE = 100;

/** Projects whose name holds the search text. */
export async function searchProjects(
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  return await searchEntries(this, filter, paginationToken, async (client) =>
    (await client.projects.list()).flatMap(({ id, name }) => entryOf(id, name)),
  );
}

/** Jobs of the chosen project, or of all projects, whose name holds the search text. */
export async function searchJobs(
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  return await searchInProject(this, filter, paginationToken, jobLists);
}

/** Pipelines of the chosen project, or of all projects, whose name holds the search text. */
export async function searchPipelines(
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  return await searchInProject(this, filter, paginationToken, pipelineLists);
}

/** Apps of the chosen project, or of all projects, whose name holds the search text. */
export async function searchApps(
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  return await searchInProject(this, filter, paginationToken, appLists);
}

/** Volumes of the chosen project, or of all projects, whose name holds the search text. */
export async function searchVolumes(
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  return await searchInProject(this, filter, paginationToken, volumeLists);
}

interface Named {
  id: unknown;
  name?: unknown;
}

export interface ListsInProject {
  ofOne(client: PlatformClient, projectId: string, options?: CallOptions): Promise<Named[]>;
  ofAll(
    client: PlatformClient,
    options?: CallOptions,
  ): Promise<Array<{ project: Named; entries: Named[] }>>;
}

export const jobLists: ListsInProject = {
  ofOne: (client, projectId, options) => client.jobs.list(projectId, options),
  ofAll: async (client, options) =>
    (await client.jobs.listOfAllProjects(options)).map(({ project, jobs }) => ({
      project,
      entries: jobs,
    })),
};

export const pipelineLists: ListsInProject = {
  ofOne: (client, projectId, options) => client.pipelines.list(projectId, options),
  ofAll: (client, options) => client.pipelines.listOfAllProjects(options),
};

export const appLists: ListsInProject = {
  ofOne: (client, projectId, options) => client.apps.list(projectId, options),
  ofAll: (client, options) => client.apps.listOfAllProjects(options),
};

export const volumeLists: ListsInProject = {
  ofOne: (client, projectId, options) => client.volumes.list(projectId, options),
  ofAll: (client, options) => client.volumes.listOfAllProjects(options),
};

/** Each by who logs in where; only a project's own are listed. */
export const dockerCredentialLists: ListsInProject = {
  ofOne: async (client, projectId, options) =>
    (await client.dockerCredentials.list(projectId, options)).map(({ id, registry, username }) => ({
      id,
      name: [username, registry].filter(Boolean).join(' at '),
    })),
  ofAll: async () => [],
};

async function searchInProject(
  context: ILoadOptionsFunctions,
  filter: string | undefined,
  paginationToken: string | undefined,
  lists: ListsInProject,
): Promise<INodeListSearchResult> {
  const projectId = chosenIn(context, 'projectId');
  return await searchEntries(context, filter, paginationToken, async (client) =>
    listInProject(client, projectId, lists),
  );
}

/** What is in a project, by name; while none is chosen, what is in all of them, each with its project. */
export async function listInProject(
  client: PlatformClient,
  projectId: unknown,
  { ofOne, ofAll }: ListsInProject,
): Promise<INodeListSearchItems[]> {
  if (typeof projectId === 'string' && projectId !== '') {
    return (await ofOne(client, projectId)).flatMap(({ id, name }) => entryOf(id, name));
  }
  const projects = await ofAll(client);
  return projects.flatMap(({ project, entries }) =>
    entries.flatMap(({ id, name }) =>
      entryOf(id, `${nameOf(project.name, project.id)} / ${nameOf(name, id)}`),
    ),
  );
}

/** An entry as a platform tells it, where it has an ID. Its name may be anything. */
export function entryOf(id: unknown, name: unknown): INodeListSearchItems[] {
  return typeof id === 'string' && id !== '' ? [{ name: nameOf(name, id), value: id }] : [];
}

function nameOf(name: unknown, id: unknown): string {
  return typeof name === 'string' && name.trim() !== '' ? name : String(id);
}

const { compare } = new Intl.Collator();

/** What a locator of the form holds; undefined where the form has no such field, which n8n's own way would refuse. */
export function chosenIn(context: ILoadOptionsFunctions, name: string): unknown {
  const written = context.getCurrentNodeParameter(name);
  return (Object(written) as { value?: unknown }).value ?? written;
}

/** Lists what a platform has, sorted by name, narrowed by the search text and cut into pages. */
export async function searchEntries(
  context: ILoadOptionsFunctions,
  filter: string | undefined,
  paginationToken: string | undefined,
  list: (client: PlatformClient) => Promise<INodeListSearchItems[]>,
): Promise<INodeListSearchResult> {
  return await explainedInList(context, async () => {
    const entries = await list(await connectPlatform(context));
    entries.sort((a, b) => compare(a.name, b.name));
    return pageOf(entries, filter, paginationToken);
  });
}

/**
 * The platform has no search and no pages for these lists, so the whole list is cut here; its order is kept.
 * @param filter words that must all be in an entry's name or description, in any order; or its value
 */
export function pageOf(
  entries: INodeListSearchItems[],
  filter = '',
  paginationToken = '0',
): INodeListSearchResult {
  const words = filter.toLowerCase().split(/\s+/);
  const found = entries.filter(({ name, value, description = '' }) => {
    const text = `${name} ${description}`.toLowerCase();
    return words.every((word) => text.includes(word)) || value === filter.trim();
  });
  const start = Number(paginationToken) || 0;
  const end = start + PAGE_SIZE;
  return {
    results: found.slice(start, end),
    ...(end < found.length && { paginationToken: String(end) }),
  };
}
