import type {
  ILoadOptionsFunctions,
  INodeListSearchItems,
  INodeListSearchResult,
  INodeProperties,
} from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import { toObject, toText } from '../../../platform/common/text/values';
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

interface ListSource {
  cacheKey: string;
  read: (client: PlatformClient) => Promise<INodeListSearchItems[]>;
}

export const EMPTY_LIST: ListSource = { cacheKey: '', read: async () => [] };

/** @param findSource returns the source of the list to search, which may depend on the values in the form */
export function buildListSearch(
  findSource: (
    context: ILoadOptionsFunctions,
    client: PlatformClient,
  ) => ListSource | Promise<ListSource>,
): ListSearch {
  return async function (filter, paginationToken) {
    return await explainListErrors(this, async () => {
      const client = await connectPlatform(this);
      const source = await findSource(this, client);
      return findPage(await readSortedList(client, source), filter, paginationToken);
    });
  };
}

/** Reads the list once, and keeps it while the user types. */
export async function readSortedList(
  client: PlatformClient,
  { cacheKey, read }: ListSource,
): Promise<readonly INodeListSearchItems[]> {
  return await client.readCachedList(cacheKey, async () => {
    // The collator is created here, because the first one of a process takes 8 ms, which is too long while n8n loads the node.
    const { compare } = new Intl.Collator();
    return (await read(client)).sort((a, b) => compare(a.name, b.name));
  });
}

/** Builds the `methods.listSearch` of a node: one method for each list of its locators. */
export function buildListSearches(fields: readonly INodeProperties[]): Record<string, ListSearch> {
  const methods = fields.flatMap(findListMethods).filter((method) => findKindByMethod(method));
  return Object.fromEntries(
    [...new Set(methods)].map((method) => [
      method,
      buildListSearch(async (context, client) =>
        findListSource(
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
 * Returns the source of a method's list. Reads nothing yet. Entries from all projects begin with the name of their project.
 * @param method name of a method of `methods.listSearch`
 * @param chosenProjectId value in the form, of any type
 */
export function findListSource(method: string, chosenProjectId?: unknown): ListSource {
  const kind = findKindByMethod(method);
  if (!kind) return EMPTY_LIST;
  const projectId =
    typeof chosenProjectId === 'string' && chosenProjectId !== '' ? chosenProjectId : undefined;
  return {
    cacheKey: `${method} ${projectId ?? ''}`,
    async read(client) {
      const entities = await kind.list(client, projectId);
      return entities.flatMap((entity) => {
        const name = getDisplayName(entity);
        const title = entity.projectName === undefined ? name : `${entity.projectName} / ${name}`;
        return toListEntries(
          entity.id,
          title,
          client.pages.buildUrl(kind.noun, entity.projectId, entity.id),
        );
      });
    },
  };
}

/**
 * Returns an empty list if the platform returned no ID.
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
 * Returns a page of the entries that match the filter. The platform itself cannot search these lists or divide them into pages.
 * Entries whose name begins with the words of the filter come first.
 * @param filter value of an entry, or words that must all be in its name or description, in any order
 */
export function findPage(
  entries: readonly INodeListSearchItems[],
  filter = '',
  paginationToken = '0',
): INodeListSearchResult {
  const searchText = filter.trim().toLowerCase();
  const words = searchText.split(/\s+/);
  const found = entries.filter(({ name, value, description = '' }) => {
    const text = `${name} ${description}`.toLowerCase();
    return words.every((word) => text.includes(word)) || value === filter.trim();
  });
  const getRank = ({ name }: INodeListSearchItems) =>
    `${name.toLowerCase()} `.startsWith(`${searchText} `) ? 0 : 1;
  if (searchText !== '') found.sort((a, b) => getRank(a) - getRank(b));
  const start = Number(paginationToken) || 0;
  const end = start + PAGE_SIZE;
  return {
    results: found.slice(start, end),
    ...(end < found.length && { paginationToken: String(end) }),
  };
}

/** The list methods of the locators on which the lists of other fields depend. */
const LIST_METHODS = new Map([
  ['projectId', 'searchProjects'],
  ['jobId', 'searchJobs'],
  ['pipelineId', 'searchPipelines'],
]);

/** Returns the ID of the entity that the user chose in a locator of the editor's form, in any mode. */
export async function readChosenId(
  context: ILoadOptionsFunctions,
  client: PlatformClient,
  locator: string,
): Promise<unknown> {
  const chosen = readChosenInForm(context, locator);
  const { mode } = toObject(readFormValue(context, locator));
  const kind = findKindByMethod(LIST_METHODS.get(locator));
  const text = toText(chosen)?.trim();
  if (!kind || !text || (mode !== 'name' && mode !== 'alias')) return chosen;
  const projectId = kind.isInProject ? await readChosenId(context, client, 'projectId') : undefined;
  if (mode === 'alias') {
    const noun = locator === 'jobId' ? 'job' : 'pipeline';
    return await client.findIdByAlias(noun, projectId, text);
  }
  return client.findIdByName(kind.noun, await kind.list(client, toText(projectId)), text);
}
