import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { PlatformError, UnexpectedResponseError } from '../errors/errors';
import { excerpt } from '../text/text';
import { type ResponseHead, headerText } from './response';
import { MIN_SUSPICIOUS_BYTES, MAX_INFLATION } from './limits';

/** How a gateway may have compressed a response, which nobody asked it for. */
export type Coding = 'gzip' | 'deflate' | 'br';

const CODINGS = new Map<string, Coding>([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
]);

/** What servers name in its place although nothing is compressed: character sets, and words of mail. */
const NO_CODING =
  /^(?:identity|none|binary|[78]bit|utf-?(?:8|16)|us-ascii|iso-8859-\d{1,2}|windows-\d{3,4})$/;

/** Servers say of a file that is compressed itself that its response is: it is left as it is, as downloads do. */
const NAMES_OF_COMPRESSED = /\.(?:t?gz|gzip|svgz|br|zz)$/i;
const TYPE_OF_COMPRESSED = /^\s*application\/(?:x-)?(?:gzip|brotli)\b/i;

/** @throws UnexpectedResponseError for a coding that cannot be read */
export function codingOf(url: URL, { headers }: ResponseHead): Coding | undefined {
  const said = headerText(headers['content-encoding']);
  if (said === undefined) return undefined;
  const names = said.split(',').map((name) => name.trim().toLowerCase());
  const applied = names.filter((name) => name !== '' && !NO_CODING.test(name));
  const [name, ...others] = applied;
  if (name === undefined) return undefined;
  if (NAMES_OF_COMPRESSED.test(url.pathname)) return undefined;
  if (TYPE_OF_COMPRESSED.test(headerText(headers['content-type']) ?? '')) return undefined;
  const coding = others.length === 0 ? CODINGS.get(name) : undefined;
  if (coding) return coding;
  throw new UnexpectedResponseError(
    `The response of ${url.host} has an unknown compression: ${excerpt(said, [], 100)}`,
    {
      hint: 'It was not requested. Ask the administrator of the gateway to send responses without compression or with gzip.',
      reach: 'unknown',
    },
  );
}

/** The whole of a response that is kept in memory. @param most bytes of it @throws UnexpectedResponseError */
export async function decodedWhole(
  url: URL,
  coding: Coding,
  bytes: Buffer,
  most: number,
  tooLarge: () => PlatformError,
): Promise<Buffer> {
  if (bytes.length === 0) return bytes;
  const options = { maxOutputLength: most };
  try {
    return await decodeWhole[coding](bytes, options);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : undecodable(url, error);
  }
}

type DecodeWhole = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const inflate: DecodeWhole = promisify(zlib.inflate);
const inflateRaw: DecodeWhole = promisify(zlib.inflateRaw);

const decodeWhole: Record<Coding, DecodeWhole> = {
  gzip: promisify(zlib.gunzip),
  br: promisify(zlib.brotliDecompress),
  deflate: async (bytes, options) =>
    await (isWrapped(bytes) ? inflate(bytes, options) : inflateRaw(bytes, options)),
};

/** Large enough to be written to disk quickly. */
const PIECE_BYTES = 512 * 1024;

/**
 * A response as it was before it was compressed, piece by piece; each belongs to whoever asks for it.
 * @param source gives its pieces away
 */
export async function* decodedPieces(
  url: URL,
  coding: Coding,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const pieces = source[Symbol.asyncIterator]();
  const first = await pieces.next();
  if (first.done) return;
  let taken = 0;
  let sourceFailure: unknown;
  const counted = async function* (): AsyncGenerator<Buffer> {
    try {
      for (let next: IteratorResult<Buffer> = first; !next.done; next = await pieces.next()) {
        taken += next.value.length;
        yield next.value;
      }
    } catch (error) {
      sourceFailure = error;
      throw error;
    }
  };
  const decoder = decoderFor(coding, first.value);
  const readable = Readable.from(counted(), { objectMode: false });
  readable.once('error', (error) => decoder.destroy(error));
  let given = 0;
  try {
    for await (const piece of readable.pipe(decoder) as AsyncIterable<Buffer>) {
      given += piece.length;
      if (given > MIN_SUSPICIOUS_BYTES && given > taken * MAX_INFLATION) throw tooDense(url);
      yield withOwnMemory(piece);
    }
  } catch (error) {
    if (sourceFailure !== undefined || error instanceof PlatformError) throw error;
    throw undecodable(url, error);
  } finally {
    readable.destroy();
    decoder.destroy();
  }
}

/** zlib puts several pieces into one buffer, and a reader may free the memory of each. */
function withOwnMemory(piece: Buffer): Buffer {
  if (piece.length === piece.buffer.byteLength) return piece;
  const own = Buffer.allocUnsafeSlow(piece.length);
  piece.copy(own);
  return own;
}

function decoderFor(coding: Coding, start: Buffer) {
  const options = { chunkSize: PIECE_BYTES };
  if (coding === 'br') return zlib.createBrotliDecompress(options);
  if (coding === 'gzip') return zlib.createGunzip(options);
  return isWrapped(start) ? zlib.createInflate(options) : zlib.createInflateRaw(options);
}

/** Some send what is called "deflate" without the head and the sum that belong to it. */
function isWrapped([first = 0, second = 0]: Buffer): boolean {
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}

function undecodable({ host }: URL, cause: unknown): UnexpectedResponseError {
  return new UnexpectedResponseError(`The compressed response of ${host} cannot be read`, {
    hint: 'It is damaged or incomplete. Try again. If this happens again, ask the administrator of the gateway in front of the platform.',
    reach: 'unknown',
    transient: true,
    cause,
  });
}

function tooDense({ host }: URL): UnexpectedResponseError {
  return new UnexpectedResponseError(
    `The response of ${host} unpacks to more than ${MAX_INFLATION} times its size`,
    {
      hint: 'This is not normal, so the rest was not read. Check which server responds at this address.',
      reach: 'answered',
    },
  );
}
