import type {
  ILoadOptionsFunctions,
  INodeListSearchItems,
  INodeListSearchResult,
  INodeProperties,
} from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import { fieldsOf, textOf } from '../../../platform/common/text/values';
import { explainListErrors } from '../errors/errors';
import { connectPlatform } from '../client/connect';
import { readChosenInForm, readFormValue } from '../parameters/nodeParameters';
import { getDisplayName, findKindByMethod } from './locators';

const PAGE_SIZE = 100;

type ListSearch = (
  this: ILoadOptionsFunctions,
  filter?: string,
  paginationToken?: string,
) => Promise<INodeListSearchResult>;

interface Choices {
  /** Unique among the lists of a platform. */
  name: string;
  read: (client: PlatformClient) => Promise<INodeListSearchItems[]>;
}

export const NO_CHOICES: Choices = { name: '', read: async () => [] };

/** @param choicesFor returns the list for the current form */
export function buildListSearch(
  choicesFor: (
    context: ILoadOptionsFunctions,
    client: PlatformClient,
  ) => Choices | Promise<Choices>,
): ListSearch {
  return async function (filter, paginationToken) {
    return await explainListErrors(this, async () => {
      const client = await connectPlatform(this);
      const choices = await choicesFor(this, client);
      return findPage(await readSortedChoices(client, choices), filter, paginationToken);
    });
  };
}

/** The list is read once while the user types. */
export async function readSortedChoices(
  client: PlatformClient,
  { name, read }: Choices,
): Promise<readonly INodeListSearchItems[]> {
  return await client.cachedList(name, async () => {
    // The first collator of a process takes 8 ms: too much while n8n loads the node.
    const { compare } = new Intl.Collator();
    return (await read(client)).sort((a, b) => compare(a.name, b.name));
  });
}

/** Returns the methods of `methods.listSearch` for the locators among the fields of a node. */
export function buildListSearches(fields: readonly INodeProperties[]): Record<string, ListSearch> {
  const methods = fields.flatMap(findListMethods).filter((method) => findKindByMethod(method));
  return Object.fromEntries(
    [...new Set(methods)].map((method) => [
      method,
      buildListSearch(async (context, client) =>
        findChoices(
          method,
          findKindByMethod(method)?.isInProject &&
            (await readChosenId(context, client, 'projectId')),
        ),
      ),
    ]),
  );
}

function findListMethods({ type, modes = [] }: INodeProperties): string[] {
  if (type !== 'resourceLocator') return [];
  return modes.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []);
}

/**
 * Returns the entities that a method of `methods.listSearch` lists, with the names of their projects if none is chosen.
 * @param chosen ID of the project
 */
export function findChoices(method: string, chosen?: unknown): Choices {
  const kind = findKindByMethod(method);
  if (!kind) return NO_CHOICES;
  const projectId = typeof chosen === 'string' && chosen !== '' ? chosen : undefined;
  return {
    name: `${method} ${projectId ?? ''}`,
    async read(client) {
      const entities = await kind.list(client, projectId);
      return entities.flatMap((entity) => {
        const name = getDisplayName(entity);
        const shown = entity.projectName === undefined ? name : `${entity.projectName} / ${name}`;
        return toListEntries(
          entity.id,
          shown,
          client.pages.url(kind.noun, entity.projectId, entity.id),
        );
      });
    },
  };
}

/**
 * Returns no entry if the platform returned no ID.
 * @param url address of the page that the editor opens from the field
 */
export function toListEntries(
  id: unknown,
  name: unknown,
  url?: string | null,
): INodeListSearchItems[] {
  if (typeof id !== 'string' || id === '') return [];
  return [{ name: getDisplayName({ id, name }), value: id, ...(url && { url }) }];
}

/**
 * The platform has no search and no pages for these lists. Entries of exactly this name come first.
 * @param filter words that must all be in an entry's name or description, in any order; or its value
 */
export function findPage(
  entries: readonly INodeListSearchItems[],
  filter = '',
  paginationToken = '0',
): INodeListSearchResult {
  const wanted = filter.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const found = entries.filter(({ name, value, description = '' }) => {
    const text = `${name} ${description}`.toLowerCase();
    return words.every((word) => text.includes(word)) || value === filter.trim();
  });
  const isExact = ({ name }: INodeListSearchItems) =>
    `${name.toLowerCase()} `.startsWith(`${wanted} `);
  const exactFirst =
    wanted === '' ? found : found.sort((a, b) => Number(isExact(b)) - Number(isExact(a)));
  const start = Number(paginationToken) || 0;
  const end = start + PAGE_SIZE;
  return {
    results: exactFirst.slice(start, end),
    ...(end < found.length && { paginationToken: String(end) }),
  };
}

/** Locators on which the lists of other fields depend, by the method that lists their entities. */
const LIST_METHODS = new Map([
  ['projectId', 'searchProjects'],
  ['jobId', 'searchJobs'],
  ['pipelineId', 'searchPipelines'],
]);

/** Returns the ID that a locator of the form in the editor contains, whichever way it was chosen. */
export async function readChosenId(
  context: ILoadOptionsFunctions,
  client: PlatformClient,
  locator: string,
): Promise<unknown> {
  const chosen = readChosenInForm(context, locator);
  const { mode } = fieldsOf(readFormValue(context, locator));
  const kind = findKindByMethod(LIST_METHODS.get(locator));
  const given = textOf(chosen)?.trim();
  if (!kind || !given || (mode !== 'name' && mode !== 'alias')) return chosen;
  const project = kind.isInProject ? await readChosenId(context, client, 'projectId') : undefined;
  if (mode === 'alias') {
    const noun = locator === 'jobId' ? 'job' : 'pipeline';
    return await client.findIdByAlias(noun, project, given);
  }
  return client.findIdByName(kind.noun, await kind.list(client, textOf(project)), given);
}
