import { UnexpectedResponseError } from '../../errors/errors';
import { findMore, nextAddress } from '../../http/nextPage';
import type { ResponseHead } from '../../http/response';
import { excerpt } from '../../text/text';
import { fieldsOf } from '../../text/values';

/** A list as received, before its entries are read; several pages make one listing. */
export interface Listing {
  values: unknown[];
  /** The first page, for errors. */
  text: string;
}

interface ListingPage extends Listing {
  next?: URL;
}

interface ListingResponse {
  url: URL;
  text: string;
  headers?: ResponseHead['headers'];
}

/**
 * Finds the list in a response, whose form the interface does not show (section 4.6): a list of names, a list of
 * objects, or an object that holds such a list.
 * @param earlier number of entries on the pages before
 * @throws UnexpectedResponseError that shows what came, if its form is unknown, or if it reports more and not where
 */
export function readListingPage(
  { url, text, headers }: ListingResponse,
  secrets: readonly string[] = [],
  earlier = 0,
): ListingPage {
  const body = parse(text, secrets);
  const values = listIn(body, text, secrets);
  const more = findMore(body, { earlier, here: values.length }, headers);
  if (more === undefined) return { values, text };
  const next = nextAddress(more.link, url);
  if (next === undefined) throw incomplete(`"${more.field}" reports more files.`, text, secrets);
  return { values, text, next };
}

function parse(text: string, secrets: readonly string[]): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable(text, secrets);
  }
}

/** The list of a response: itself, or the only one that an object holds. */
function listIn(body: unknown, text: string, secrets: readonly string[]): unknown[] {
  if (Array.isArray(body)) return body;
  const { error, errors, ...fields } = fieldsOf(body);
  const failed = [error, errors].some((said) => (Array.isArray(said) ? said.length > 0 : said));
  if (failed) throw incomplete('It reports an error. Try again later.', text, secrets);
  const [list, ...others] = Object.values(fields).filter(Array.isArray);
  if (!list || others.length > 0) throw unreadable(text, secrets);
  return list;
}

const RAW = 'In "Get Many", turn on the option "Raw Response"';

/** Files that are left out would read as deleted. */
export function incomplete(reason: string, text: string, secrets: readonly string[]) {
  const hint = `${RAW} to see it, or choose a folder with fewer files. ${reason} The list was not used.`;
  return notUsed('The list of files is incomplete', hint, text, secrets);
}

export function unreadable(text: string, secrets: readonly string[]): UnexpectedResponseError {
  const hint = `${RAW} to work with it as received. Files can be uploaded, downloaded, and deleted by their paths without it.`;
  return notUsed('The list of files has an unknown format', hint, text, secrets);
}

export function notUsed(message: string, hint: string, text: string, secrets: readonly string[]) {
  const start = excerpt(text.slice(0, 20_000), secrets, 300) || '(nothing)';
  return new UnexpectedResponseError(message, {
    hint: `${hint} It starts with: ${start}`,
  });
}
