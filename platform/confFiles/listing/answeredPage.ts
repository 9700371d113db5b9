import { randomUUID } from 'node:crypto';
import { UnexpectedResponseError } from '../../errors/errors';
import { excerpt, htmlTitle, isHtml } from '../../text/text';
import type { ConfEntry } from './listing';
import type { MountPath } from '../paths';

/** A page of a login or a gateway is smaller: a larger response is a file. */
const MAX_BYTES_OF_A_PAGE = 1024 * 1024;
const PAGE_TYPES = ['text/html', 'application/xhtml+xml'];
const PAGE_NAME = /\.(?:[sx]?html?|xht)$/i;
const PASSWORD_FIELD = /<input\b[^>]{0,500}\btype\s*=\s*["']?password\b/i;

/** What else the service can be asked about a file for which a page has answered. */
export interface FileLookups {
  /** What is listed beside the file. */
  listed(): Promise<readonly ConfEntry[]>;
  /** Whether a page answers for this path as well. */
  isAnsweredByPage(path: MountPath): Promise<boolean>;
}

/** Whether a response for a file may be a page that somebody else has sent. */
export function mayBePage(mimeType: string | undefined): boolean {
  return mimeType !== undefined && PAGE_TYPES.includes(mimeType);
}

/** The start of a response, and all of it. */
interface StartOfResponse {
  bytes: Buffer;
  /** Whether there is no more; a page is read to its end. */
  isWhole: boolean;
  body: AsyncIterable<Buffer>;
}

export async function readPage(source: AsyncIterable<Buffer>): Promise<StartOfResponse> {
  const pieces = source[Symbol.asyncIterator]();
  const copies: Buffer[] = [];
  let size = 0;
  let isWhole = false;
  while (!isWhole && size <= MAX_BYTES_OF_A_PAGE) {
    const { value, done } = await pieces.next();
    isWhole = done === true;
    if (done) break;
    copies.push(value);
    size += value.length;
  }
  return { bytes: Buffer.concat(copies), isWhole, body: inTurn(copies, pieces) };
}

async function* inTurn(
  first: readonly Buffer[],
  rest: AsyncIterator<Buffer>,
): AsyncGenerator<Buffer> {
  yield* first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/**
 * Whether a page is the file that was asked for, as a file may be a page, too. Its name or a form for a password gives
 * reason to ask; the listing decides by the size, and where it has none, whether any path is answered by a page.
 * @param knownSize of the file, from an earlier listing
 */
export async function isFileItself(
  path: MountPath,
  { bytes, isWhole }: StartOfResponse,
  lookups: FileLookups,
  knownSize: number | undefined,
): Promise<boolean> {
  const text = bytes.toString('utf8');
  if (!isWhole || !isHtml(text.replace(/^\uFEFF/, ''))) return true;
  if (PAGE_NAME.test(path) && !PASSWORD_FIELD.test(text)) return true;
  if (bytes.length === knownSize) return true;
  const entries = await lookups.listed().catch(() => undefined);
  const entry = entries?.find((listed) => listed.path === path && listed.type === 'file');
  if (entries && !entry) return false;
  if (entry?.size !== undefined) return entry.size === bytes.length;
  return !(await lookups.isAnsweredByPage(`${path}.${randomUUID()}`));
}

/** A page of a login or a gateway has answered in place of a file. */
export class PageInsteadOfFileError extends UnexpectedResponseError {}

export function pageInsteadOfFile(
  { origin }: URL,
  { bytes }: StartOfResponse,
  path: MountPath,
  secrets: readonly string[],
  checkHint: string,
): PageInsteadOfFileError {
  const title = htmlTitle(bytes.toString('utf8'), secrets);
  return new PageInsteadOfFileError(
    `A web page ("${title}") was returned instead of the file ${excerpt(path, secrets)}`,
    {
      hint: `It comes from a login page or a gateway at ${origin}, not from the configuration file service. It was not saved. ${checkHint}`,
      isTemporary: true,
    },
  );
}

/** Whether a proxy that writes its own address into pages of the type text/html has written a page anew: each of its tags. */
export function isChangedOnTheWay(
  { bytes, isWhole }: StartOfResponse,
  mimeType: string | undefined,
): boolean {
  return mimeType === 'text/html' && !(isWhole && !/<[a-z]/i.test(bytes.toString('latin1')));
}

/** A page whose bytes were changed on their way. */
export class ChangedPageError extends UnexpectedResponseError {}

export function changedPage(path: MountPath, secrets: readonly string[]): ChangedPageError {
  return new ChangedPageError(
    `The API server would change the HTML file ${excerpt(path, secrets)}`,
    {
      hint: 'It rewrites the links in every file of the type text/html. Set "Read Files Through" to Local Address for this file. Nothing was saved.',
    },
  );
}
