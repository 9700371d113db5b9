import { UnexpectedResponseError } from '../common/errors/errors';
import { excerpt, readHtmlTitle, isHtml } from '../common/text/text';
import type { MountPath } from './paths';

/** Login pages and gateway pages are smaller, so a larger response is a file. */
const MAX_PAGE_BYTES = 1024 * 1024;
const PAGE_NAME = /\.(?:[sx]?html?|xht)$/i;
const PASSWORD_FIELD = /<input\b[^>]{0,500}\btype\s*=\s*["']?password\b/i;

export function isPageType(mimeType: string | undefined): boolean {
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
  return { bytes: Buffer.concat(chunks), isWhole, body: concatenate(chunks, rest) };
}

async function* concatenate(
  first: readonly Buffer[],
  rest: AsyncIterator<Buffer>,
): AsyncGenerator<Buffer> {
  yield* first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/**
 * Files may be HTML, too. A response of this type is the file if its path has the name of a page and it has no password field,
 * or if its size is that of the file.
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

export class PageInsteadOfFileError extends UnexpectedResponseError {}

/** @param isTemporary false if the page may be the file, which would be the same after a retry */
export function pageInsteadOfFile(
  { origin }: URL,
  { path, start, isTemporary }: { path: MountPath; start: StartOfResponse; isTemporary: boolean },
  secrets: readonly string[],
  checkHint: string,
): PageInsteadOfFileError {
  const title = readHtmlTitle(start.bytes.toString('utf8'), secrets);
  return new PageInsteadOfFileError(
    `A web page ("${title}") was returned instead of the file ${excerpt(path, secrets)}`,
    {
      hint: `${checkHint} The page may come from a login page or a gateway at ${origin}. It was not saved. If the file itself is this page: an HTML file is known by its size in the list of files, or by a name that ends in ".html" if it has no password field. Rename the file, or save it in another format, such as ".zip".`,
      isTemporary,
    },
  );
}

/** The API server's proxy rewrites the links of text/html, and with them each tag. */
export function isRewritten(
  { bytes, isWhole }: StartOfResponse,
  mimeType: string | undefined,
): boolean {
  return mimeType === 'text/html' && !(isWhole && !/<[a-z]/i.test(bytes.toString('latin1')));
}

export class RewrittenPageError extends UnexpectedResponseError {}

export function rewrittenPage(path: MountPath, secrets: readonly string[]): RewrittenPageError {
  return new RewrittenPageError(
    `The API server would change the HTML file ${excerpt(path, secrets)}`,
    {
      hint: 'Set "Read Files Through" to Local Address for this file. The API server rewrites the links in every file of the type text/html. Nothing was saved.',
    },
  );
}
