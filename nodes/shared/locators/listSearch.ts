import type {
  ILoadOptionsFunctions,
  INodeListSearchItems,
  INodeListSearchResult,
} from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import { explainedInList } from '../errors/errors';
import { connectPlatform } from '../client/platformClient';
import { chosenId } from './idsOfNames';
import { namedKindListedBy } from './namedEntities';
import type { ListsInProject } from './projectLists';

const PAGE_SIZE = 100;

/** A method of `methods.listSearch`. */
type ListSearch = (
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** What somebody can choose from. */
export interface Choices {
  /** Tells it from all other lists of a platform. */
  name: string;
  read(client: PlatformClient): Promise<INodeListSearchItems[]>;
}

export const NO_CHOICES: Choices = { name: '', read: async () => [] };

/** Finds what can be chosen by its name. @param choicesFor reads what is chosen already */
export function searchAmong(
  choicesFor: (
    context: ILoadOptionsFunctions,
    client: PlatformClient,
  ) => Choices | Promise<Choices>,
): ListSearch {
  return async function (filter, paginationToken) {
    return await explainedInList(this, async () => {
      const client = await connectPlatform(this);
      const choices = await choicesFor(this, client);
      return pageOf(await sortedChoices(client, choices), filter, paginationToken);
    });
  };
}

/** By name; read once while somebody types. */
export async function sortedChoices(
  client: PlatformClient,
  { name, read }: Choices,
): Promise<readonly INodeListSearchItems[]> {
  return await client.cachedList(name, async () => {
    // The first collator of a process takes 8 ms: too much while n8n loads the node.
    const { compare } = new Intl.Collator();
    return (await read(client)).sort((a, b) => compare(a.name, b.name));
  });
}

export const PROJECT_CHOICES: Choices = {
  name: 'projects',
  read: async ({ projects, pages }) =>
    (await projects.list()).flatMap(({ id, name }) =>
      entryOf(id, name, pages.url('project', id, id)),
    ),
};

export const searchProjects = searchAmong(() => PROJECT_CHOICES);

/** The methods of `methods.listSearch` for what can be named. @param methods their names */
export function searchesFor(...methods: string[]): Record<string, ListSearch> {
  return Object.fromEntries(
    methods.map((method) => [method, searchAmong(choicesOf.bind(null, method))]),
  );
}

async function choicesOf(
  method: string,
  context: ILoadOptionsFunctions,
  client: PlatformClient,
): Promise<Choices> {
  const kind = namedKindListedBy(method);
  if (!kind) return NO_CHOICES;
  if ('lists' in kind)
    return choicesInProject(kind.lists, await chosenId(context, client, 'projectId'));
  return {
    name: method,
    read: async (reader) => (await kind.list(reader)).flatMap(({ id, name }) => entryOf(id, name)),
  };
}

/** What is in a project; while none is chosen, what is in all of them, each with its project. */
export function choicesInProject(
  { noun, ofOne, ofAll }: ListsInProject,
  projectId: unknown,
): Choices {
  if (typeof projectId === 'string' && projectId !== '') {
    return {
      name: `${noun} in ${projectId}`,
      read: async (client) =>
        (await ofOne(client, projectId)).flatMap(({ id, name }) =>
          entryOf(id, name, client.pages.url(noun, projectId, id)),
        ),
    };
  }
  return {
    name: `${noun} in all projects`,
    read: async (client) =>
      (await ofAll(client)).flatMap(({ project, entries }) =>
        entries.flatMap(({ id, name }) =>
          entryOf(
            id,
            `${nameOf(project.name, project.id)} / ${nameOf(name, id)}`,
            client.pages.url(noun, project.id, id),
          ),
        ),
      ),
  };
}

/**
 * An entry as a platform returns it, where it has an ID. Its name may be anything.
 * @param url of its page, which the editor opens from the field
 */
export function entryOf(id: unknown, name: unknown, url?: string | null): INodeListSearchItems[] {
  if (typeof id !== 'string' || id === '') return [];
  return [{ name: nameOf(name, id), value: id, ...(url && { url }) }];
}

function nameOf(name: unknown, id: unknown): string {
  return typeof name === 'string' && name.trim() !== '' ? name : String(id);
}

/**
 * The platform has no search and no pages for these lists, so the whole list is cut here; its order is kept.
 * @param filter words that must all be in an entry's name or description, in any order; or its value
 */
export function pageOf(
  entries: readonly INodeListSearchItems[],
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
