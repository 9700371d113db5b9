import { UnexpectedResponseError } from '../common/errors/errors';
import { excerpt, readHtmlTitle, isHtml } from '../common/text/text';
import type { ConfPath } from './paths';

/** Login pages and pages of gateways are smaller, so a larger response is a file. */
const MAX_PAGE_BYTES = 1024 * 1024;
const PAGE_NAME = /\.(?:[sx]?html?|xht)$/i;
const PASSWORD_FIELD = /<input\b[^>]{0,500}\btype\s*=\s*["']?password\b/i;

export function isHtmlType(mimeType: string | undefined): boolean {
  return mimeType === 'text/html' || mimeType === 'application/xhtml+xml';
}

interface StartOfResponse {
  bytes: Buffer;
  /** True if `bytes` is the whole response. */
  isWhole: boolean;
  /** The whole response, including `bytes`. */
  body: AsyncIterable<Buffer>;
}

export async function readStart(source: AsyncIterable<Buffer>): Promise<StartOfResponse> {
  const iterator = source[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  let size = 0;
  let isWhole = false;
  while (!isWhole && size <= MAX_PAGE_BYTES) {
    const { value, done } = await iterator.next();
    isWhole = done === true;
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  return { bytes: Buffer.concat(chunks), isWhole, body: concatenate(chunks, iterator) };
}

async function* concatenate(
  chunks: readonly Buffer[],
  iterator: AsyncIterator<Buffer>,
): AsyncGenerator<Buffer> {
  yield* chunks;
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
}

/**
 * Decides whether a response is the requested file or a login page. An HTML response counts as the file if the path ends in
 * `.html` or similar and the response has no password field, or if the response is as long as the file.
 * @param readListedSize returns the size of the file, or undefined if it is unknown
 */
export async function isRequestedFile(
  path: ConfPath,
  { bytes, isWhole }: StartOfResponse,
  readListedSize: () => Promise<number | undefined>,
): Promise<boolean> {
  const text = bytes.toString('utf8');
  if (!isWhole || !isHtml(text.replace(/^\uFEFF/, ''))) return true;
  if (PAGE_NAME.test(path) && !PASSWORD_FIELD.test(text)) return true;
  return (await readListedSize()) === bytes.length;
}

export class PageInsteadOfFileError extends UnexpectedResponseError {}

/** @param isTemporary false if the page may be the file itself, because a retry would then return the same page */
export function pageInsteadOfFileError(
  { origin }: URL,
  { path, start, isTemporary }: { path: ConfPath; start: StartOfResponse; isTemporary: boolean },
  secrets: readonly string[],
  checkHint: string,
): PageInsteadOfFileError {
  const title = readHtmlTitle(start.bytes.toString('utf8'), secrets);
  return new PageInsteadOfFileError(
    `A web page ("${title}") was returned instead of the file ${excerpt(path, secrets)}`,
    {
      hint: `${checkHint} The page may be a login page, or come from a gateway at ${origin}. It was not saved. The file itself may be this page. n8n recognizes such a file by its size in the list of files, or by a name that ends in ".html" if the page has no password field. Rename the file, or save it in another format, such as ".zip".`,
      isTemporary,
    },
  );
}

/** The API server's proxy rewrites the links in text/html, which changes every tag. A page without tags stays unchanged. */
export function isRewritten(
  { bytes, isWhole }: StartOfResponse,
  mimeType: string | undefined,
): boolean {
  return mimeType === 'text/html' && (!isWhole || /<[a-z]/i.test(bytes.toString('latin1')));
}

export class RewrittenPageError extends UnexpectedResponseError {}

export function rewrittenPageError(path: ConfPath, secrets: readonly string[]): RewrittenPageError {
  return new RewrittenPageError(
    `The API server would change the HTML file ${excerpt(path, secrets)}`,
    {
      hint: 'Set "Read Files Through" to Local Address for this file. The address must not be that of kubectl proxy. The API server rewrites the links in every file of the type text/html. Nothing was saved.',
    },
  );
}
