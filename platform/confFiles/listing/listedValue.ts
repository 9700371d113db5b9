import { isObject } from '../../text/values';

/** Under these names an object holds its entries. */
const LIST_FIELDS = [
  'files',
  'entries',
  'items',
  'children',
  'content',
  'contents',
  'data',
  'list',
  'results',
] as const;

/** An object within an object within an object holds the list at most. */
const MOST_WRAPPINGS = 3;

/** The list that an object holds under a known name. */
export function listUnder(object: Record<string, unknown>): unknown[] | undefined {
  return LIST_FIELDS.map((name) => object[name]).find(Array.isArray);
}

/**
 * The list of a response: itself, or what an object holds under a known name, or the only list that it holds;
 * `incomplete` where it says beside the list that something went wrong, or that there is more.
 */
export function listOf(response: unknown): unknown[] | 'incomplete' | undefined {
  let value = response;
  for (let wrappings = 0; wrappings <= MOST_WRAPPINGS; wrappings++) {
    if (Array.isArray(value)) return value;
    if (!isObject(value)) return undefined;
    // Files left out would read as deleted.
    if (isIncomplete(value)) return 'incomplete';
    const object = value;
    value =
      listUnder(object) ??
      onlyList(object) ??
      LIST_FIELDS.map((name) => object[name]).find(isObject);
  }
  return undefined;
}

function isIncomplete(object: Record<string, unknown>): boolean {
  const { error, errors, truncated, isTruncated, partial, hasMore } = object;
  const failed = [error, errors].some((said) => (Array.isArray(said) ? said.length > 0 : said));
  return failed || [truncated, isTruncated, partial, hasMore].includes(true);
}

function onlyList(object: Record<string, unknown>): unknown[] | undefined {
  const lists = Object.entries(object)
    .filter(([name]) => name !== 'errors')
    .map(([, value]) => value)
    .filter(Array.isArray);
  return lists.length === 1 ? lists[0] : undefined;
}
