import { readHeaderText, type ResponseHead } from './response';
import { ownValue } from '../common/text/names';
import { isObject, readWholeNumber } from '../common/text/values';

/** Names are compared by their lowercase letters, so `has_more` and `HasMore` are the same. */
const TRUE_IF_MORE = /^(?:is)?(?:truncated|partial|incomplete|more)$|^hasmore|^hasnext(?:page)?$/;
const FALSE_IF_MORE = /^(?:is)?(?:last|lastpage|complete)$/;
const NEXT_PAGE =
  /^(?:odata)?next(?:page|link|url|uri|href|cursor|marker|key|continuation|token|offset|number|start|index)*$|^continu(?:e|ation)(?:token)?$/;
const TOTAL_ENTRIES =
  /^(?:count|odatacount|total(?:s|count|elements|items|results|entries|records|files)?)$/;
const PAGE_COUNT = /^(?:pages|pagecount|totalpages)$/;
const MAX_DEPTH = 3;

/**
 * Returns the name of a field or header that shows that a list is only one page of several; undefined if none does.
 * @param body the response; its lists are not searched
 * @param entries number of entries of the list
 */
export function findSignOfMorePages(
  body: unknown,
  entries: number,
  headers: ResponseHead['headers'] = {},
): string | undefined {
  const links = [headers.link ?? []].flat().join(', ');
  if (/;\s*rel\s*=\s*"?[^";,]*\bnext\b/i.test(links)) return 'Link';
  if (readHeaderText(headers['x-next-page'])) return 'x-next-page';
  const total = ['x-total-count', 'x-total'].find(
    (name) => (readWholeNumber(readHeaderText(ownValue(headers, name))) ?? 0) > entries,
  );
  return total ?? findField(body, entries);
}

function findField(body: unknown, entries: number, depth = 1): string | undefined {
  if (!isObject(body)) return undefined;
  for (const [field, value] of Object.entries(body)) {
    const name = field.toLowerCase().replace(/[^a-z]/g, '');
    const isEmptyObject = isObject(value) && Object.keys(value).length === 0;
    const number = readWholeNumber(value) ?? 0;
    const reportsMore =
      (NEXT_PAGE.test(name) && Boolean(value) && !isEmptyObject) ||
      (TRUE_IF_MORE.test(name) && String(value) === 'true') ||
      (FALSE_IF_MORE.test(name) && String(value) === 'false') ||
      (TOTAL_ENTRIES.test(name) && number > entries) ||
      (PAGE_COUNT.test(name) && number > 1);
    if (reportsMore) return field;
    const inner = depth < MAX_DEPTH ? findField(value, entries, depth + 1) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}
