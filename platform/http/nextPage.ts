import { fieldsOf, isObject, wholeNumberOf } from '../text/values';
import { headerText, type ResponseHead } from './response';
import { ownValue } from '../text/names';

/** Names are compared in lower case and without signs: `has_more` and `HasMore` are the same. */
const TRUE_IF_MORE = new Set(
  'truncated istruncated partial ispartial incomplete more hasnext hasnextpage'.split(' '),
);
const FALSE_IF_MORE = new Set('last islast lastpage islastpage complete iscomplete'.split(' '));
/** Behind `next`, as in `nextToken`; alone, too. */
const NEXT =
  /^(?:odata)?next(?:page|link|url|uri|href|cursor|marker|key|continuation|token|offset|number|start|index)*$/;
const HAS_MORE = /^hasmore/;
const CONTINUES = /^continu(?:e|ation)(?:token)?$/;
const TOTALS =
  /^(?:count|odatacount|total(?:s|count|elements|items|results|entries|records|files)?)$/;
const PAGES = /^(?:pages|pagecount|totalpages)$/;
/** Headers of services that return a bare list. */
const TOTAL_HEADERS = ['x-total-count', 'x-total'];
const MAX_DEPTH = 3;

interface More {
  /** The field or header that reports more, as it was received. */
  field: string;
  /** The next page's address, if the response contains one. */
  link?: string;
}

/** Number of entries of a list on the pages before, and on this page. */
interface Read {
  earlier: number;
  here: number;
}

/**
 * Returns what reports that a list is one page of several; undefined if nothing does.
 * @param body the response; lists in it are not searched
 */
export function findMore(
  body: unknown,
  read: Read,
  headers: ResponseHead['headers'] = {},
): More | undefined {
  const link = linkToNext(headers);
  if (link !== undefined) return { field: 'Link', link };
  const total = TOTAL_HEADERS.find((name) => {
    const value = headerText(ownValue(headers, name));
    return (wholeNumberOf(value) ?? 0) > read.earlier + read.here;
  });
  if (total !== undefined) return { field: total };
  if (headerText(headers['x-next-page'])) return { field: 'x-next-page' };
  const inBody = fieldsThatReportMore(body, read);
  return inBody.find((more) => more.link !== undefined) ?? inBody[0];
}

function fieldsThatReportMore(body: unknown, read: Read, depth = 1): More[] {
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([field, value]): More[] => {
    const name = field.toLowerCase().replace(/[^a-z]/g, '');
    if (NEXT.test(name) || CONTINUES.test(name)) {
      const given = isObject(value)
        ? (fieldsOf(value).href ?? fieldsOf(value).url ?? value)
        : value;
      if (typeof given === 'string' && given !== '') return [{ field, link: given }];
      const isEmpty = isObject(given) && Object.keys(given).length === 0;
      return given && !isEmpty ? [{ field }] : [];
    }
    if (isObject(value)) {
      return depth < MAX_DEPTH ? fieldsThatReportMore(value, read, depth + 1) : [];
    }
    const said = typeof value === 'boolean' ? String(value) : value;
    const number = wholeNumberOf(value) ?? 0;
    const isMore =
      ((TRUE_IF_MORE.has(name) || HAS_MORE.test(name)) && said === 'true') ||
      (FALSE_IF_MORE.has(name) && said === 'false') ||
      (TOTALS.test(name) && number > read.earlier + read.here) ||
      (PAGES.test(name) && number > 1 && read.earlier === 0);
    return isMore ? [{ field }] : [];
  });
}

/** The target of `rel="next"` in the header Link (RFC 8288). */
function linkToNext(headers: ResponseHead['headers']): string | undefined {
  const { link = [] } = headers;
  for (const [, target = '', parameters = ''] of [link].flat().join(', ').matchAll(LINK)) {
    const [, relations = ''] = /;\s*rel\s*=\s*"?([^";,]*)/i.exec(parameters) ?? [];
    if (relations.toLowerCase().split(' ').includes('next')) return target;
  }
  return undefined;
}

const LINK = /<([^<>]*)>([^<]*)/g;

/** Returns the address of the next page if it stays on the same origin and path, otherwise undefined. */
export function nextAddress(link: string | undefined, page: URL): URL | undefined {
  // A bare token is no address.
  if (link === undefined || !/^(?:https?:\/\/|[/?])/i.test(link) || !URL.canParse(link, page)) {
    return undefined;
  }
  const next = new URL(link, page);
  next.hash = '';
  const isSamePlace = next.origin === page.origin && next.pathname === page.pathname;
  return isSamePlace && !next.username && !next.password ? next : undefined;
}
