import { UnexpectedResponseError } from '../common/errors/errors';
import { excerpt, htmlTitle, isHtml } from '../common/text/text';
import type { MountPath } from './paths';

/** Login pages and gateway pages are smaller: a larger response is a file. */
const MAX_PAGE_BYTES = 1024 * 1024;
const PAGE_NAME = /\.(?:[sx]?html?|xht)$/i;
const PASSWORD_FIELD = /<input\b[^>]{0,500}\btype\s*=\s*["']?password\b/i;

export function isPageType(mimeType: string | undefined): boolean {
  return mimeType === 'text/html' || mimeType === 'application/xhtml+xml';
}

interface StartOfResponse {
  bytes: Buffer;
  /** True if these are all bytes. */
  isWhole: boolean;
  /** All bytes, including those at the start. */
  body: AsyncIterable<Buffer>;
}

/** Reads as much of a response as a page can have. */
export async function readStart(source: AsyncIterable<Buffer>): Promise<StartOfResponse> {
  const rest = source[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  let size = 0;
  let isWhole = false;
  while (!isWhole && size <= MAX_PAGE_BYTES) {
    const { value, done } = await rest.next();
    isWhole = done === true;
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  return { bytes: Buffer.concat(chunks), isWhole, body: concatenated(chunks, rest) };
}

async function* concatenated(
  first: readonly Buffer[],
  rest: AsyncIterator<Buffer>,
): AsyncGenerator<Buffer> {
  yield* first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/**
 * Checks whether a response of a page's type is the requested file, as files may be pages, too: its path has the name of a page
 * and it asks for no password, or it has the file's size.
 * @param readListedSize returns undefined if the size is unknown
 */
export async function isFileItself(
  path: MountPath,
  { bytes, isWhole }: StartOfResponse,
  readListedSize: () => Promise<number | undefined>,
): Promise<boolean> {
  const text = bytes.toString('utf8');
  if (!isWhole || !isHtml(text.replace(/^\uFEFF/, ''))) return true;
  if (PAGE_NAME.test(path) && !PASSWORD_FIELD.test(text)) return true;
  return (await readListedSize()) === bytes.length;
}

/** A login page or a gateway's page came instead of a file. */
export class PageInsteadOfFileError extends UnexpectedResponseError {}

/** @param isTemporary false if the page may be the file, which would be the same at each attempt */
export function pageInsteadOfFile(
  { origin }: URL,
  { path, start, isTemporary }: { path: MountPath; start: StartOfResponse; isTemporary: boolean },
  secrets: readonly string[],
  checkHint: string,
): PageInsteadOfFileError {
  const title = htmlTitle(start.bytes.toString('utf8'), secrets);
  return new PageInsteadOfFileError(
    `A web page ("${title}") was returned instead of the file ${excerpt(path, secrets)}`,
    {
      hint: `${checkHint} The page may come from a login page or a gateway at ${origin}. It was not saved. If the file itself is this page: an HTML file is known by its size in the list of files, or by a name that ends in ".html" if it has no password field. Rename the file, or save it in another format, such as ".zip".`,
      isTemporary,
    },
  );
}

/** Checks whether a proxy that rewrites the links of text/html has rewritten this response: it rewrites each tag. */
export function isRewritten(
  { bytes, isWhole }: StartOfResponse,
  mimeType: string | undefined,
): boolean {
  return mimeType === 'text/html' && !(isWhole && !/<[a-z]/i.test(bytes.toString('latin1')));
}

/** The bytes of an HTML file were changed on their way. */
export class RewrittenPageError extends UnexpectedResponseError {}

export function rewrittenPage(path: MountPath, secrets: readonly string[]): RewrittenPageError {
  return new RewrittenPageError(
    `The API server would change the HTML file ${excerpt(path, secrets)}`,
    {
      hint: 'Set "Read Files Through" to Local Address for this file. The API server rewrites the links in every file of the type text/html. Nothing was saved.',
    },
  );
}
