import { pipeline } from 'node:stream';
import * as zlib from 'node:zlib';
import { UnexpectedResponseError } from '../errors/errors';
import { excerpt } from '../text/text';
import { type ResponseHead, headerText } from './response';

type Decoder = NodeJS.ReadWriteStream & { bytesWritten: number };

/** The encodings of gateways that compress a response although the request does not accept that. */
const DECODERS = new Map<string, (options: { chunkSize: number }, start: Buffer) => Decoder>([
  ['gzip', zlib.createGunzip],
  ['x-gzip', zlib.createGunzip],
  [
    'deflate',
    // Some servers leave out the header that the standard requires.
    (options, start) =>
      hasZlibHeader(start) ? zlib.createInflate(options) : zlib.createInflateRaw(options),
  ],
  ['br', zlib.createBrotliDecompress],
]);

const ZLIB_HEADER_BYTES = 2;
const DEFLATE_METHOD = 8;

/** RFC 1950, section 2.2. */
function hasZlibHeader(start: Buffer): boolean {
  if (start.length < ZLIB_HEADER_BYTES) return true;
  const header = start.readUInt16BE(0);
  return (header >> 8) % 16 === DEFLATE_METHOD && header % 31 === 0;
}

/** Values of Content-Encoding that are no compression: some servers write character sets, or words of mail, there. */
const NO_CODING =
  /^(?:identity|none|binary|[78]bit|utf-?(?:8|16)|us-ascii|iso-8859-\d{1,2}|windows-\d{3,4})$/;

/** Servers say of a file that is compressed itself that its response is: it is left as it is, as downloads do. */
const NAMES_OF_COMPRESSED = /\.(?:t?gz|gzip|svgz|br|zz)$/i;
const TYPE_OF_COMPRESSED = /^\s*application\/(?:x-)?(?:gzip|brotli)\b/i;

/** Large enough to be written to disk quickly. */
const PIECE_BYTES = 512 * 1024;

/**
 * Returns the body of a response as it was before a gateway compressed it.
 * @throws UnexpectedResponseError if the compression cannot be read
 */
export function decodedBody(
  url: URL,
  { status, headers }: ResponseHead,
  body: AsyncIterable<Buffer>,
): AsyncIterable<Buffer> {
  const said = headerText(headers['content-encoding']) ?? '';
  const names = said.split(',').map((name) => name.trim().toLowerCase());
  const [name, ...others] = names.filter((each) => each !== '' && !NO_CODING.test(each));
  const type = headerText(headers['content-type']) ?? '';
  const isFileItself = NAMES_OF_COMPRESSED.test(url.pathname) || TYPE_OF_COMPRESSED.test(type);
  if (name === undefined || isFileItself) return body;
  const createDecoder = others.length === 0 ? DECODERS.get(name) : undefined;
  if (createDecoder) {
    return decoded(
      { url, status },
      (start) => createDecoder({ chunkSize: PIECE_BYTES }, start),
      body,
    );
  }
  throw new UnexpectedResponseError(
    `The response of ${url.host} has an unknown compression: ${excerpt(said, [], 100)}`,
    {
      hint: 'It was not requested. Ask the administrator of the gateway to send responses without compression or with gzip.',
      status,
    },
  );
}

async function* decoded(
  { url: { host }, status }: { url: URL; status: number },
  createDecoder: (start: Buffer) => Decoder,
  body: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let decoder: Decoder | undefined;
  try {
    const { start, all } = await withStart(body);
    decoder = createDecoder(start);
    for await (const piece of pipeline(all, decoder, () => undefined)) yield piece as Buffer;
  } catch (cause) {
    const isEmpty =
      decoder?.bytesWritten === 0 && (cause as { code?: string }).code === 'Z_BUF_ERROR';
    if (isEmpty) return;
    throw new UnexpectedResponseError(`The compressed response of ${host} cannot be read`, {
      hint: 'It is damaged or incomplete. Try again. If this happens again, ask the administrator of the gateway in front of the platform.',
      status,
      isTemporary: true,
      cause,
    });
  }
}

/** Reads as many bytes as show how a body is compressed; the whole body can still be read. */
async function withStart(
  body: AsyncIterable<Buffer>,
): Promise<{ start: Buffer; all: AsyncIterable<Buffer> }> {
  const pieces = body[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  while (start.length < ZLIB_HEADER_BYTES) {
    const { value, done } = await pieces.next();
    if (done) break;
    start = start.length === 0 ? value : Buffer.concat([start, value]);
  }
  return { start, all: joined(start, pieces) };
}

async function* joined(start: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (start.length > 0) yield start;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
