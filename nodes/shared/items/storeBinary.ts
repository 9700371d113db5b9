import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { OperationalError, type BinaryHelperFunctions, type IBinaryData } from 'n8n-workflow';
import type { RetrievedFile } from '../../../platform/confFiles/service';
import { excerpt } from '../../../platform/text/text';

/** The piece size for reading what n8n has stored. */
const READ_BYTES = 256 * 1024;

/** n8n has written a piece to disk once it has requested this many more. */
const PIECES_UNTIL_WRITTEN = 3;

const PIECE_BYTES = 512 * 1024;
/** A smaller file is left to the garbage collector. */
const LARGE_FILE_BYTES = 1024 * 1024;

/** Known once n8n has stored a file: it is the same for a whole process. */
let isKeptOnDisk = false;

type Helpers = Pick<BinaryHelperFunctions, 'prepareBinaryData'>;
type ReadingHelpers = Pick<BinaryHelperFunctions, 'prepareBinaryData' | 'getBinaryStream'>;
export type Pieces = AsyncIterable<Buffer> | Iterable<Buffer>;
type Storable = Pick<RetrievedFile, 'name' | 'mimeType'> & { body: Pieces };
type StoredBinary = IBinaryData & { bytes: number };

/** Stores a file as n8n's binary data. */
export async function storeBinary(
  helpers: Helpers,
  { body, name, mimeType }: Storable,
  hash?: Hash,
): Promise<StoredBinary> {
  let bytes = 0;
  async function* counted() {
    const recent: Buffer[] = [];
    for await (const piece of inLargePieces(body)) {
      bytes += piece.length;
      hash?.update(piece);
      if (isKeptOnDisk && recent.push(piece) > PIECES_UNTIL_WRITTEN) {
        releaseMemory(recent.shift() as Buffer);
      }
      yield piece;
    }
  }
  const stream = Readable.from(counted(), { objectMode: true, highWaterMark: 1 });
  const stored = await helpers.prepareBinaryData(stream, name, mimeType);
  isKeptOnDisk = stored.id?.startsWith('filesystem') ?? false;
  if (stored.bytes !== undefined && stored.bytes !== bytes) {
    throw new OperationalError(`n8n stored ${stored.bytes} of ${bytes} bytes of ${name}`);
  }
  // Older versions of n8n do not return the number of stored bytes.
  return { ...stored, bytes };
}

/**
 * Stores a file, reads it again and compares the hashes.
 * @param path of the file, for the error
 */
export async function storeChecked(
  helpers: ReadingHelpers,
  file: Storable,
  path: string,
): Promise<StoredBinary> {
  const hash = createHash('sha256');
  const stored = await storeBinary(helpers, file, hash);
  const again = createHash('sha256');
  for await (const piece of await storedBytes(helpers, stored)) again.update(piece);
  if (again.digest('hex') === hash.digest('hex')) return stored;
  throw new OperationalError(
    `n8n stored ${excerpt(path)} with other bytes than the platform returned`,
    {
      description: "Check n8n's storage, and export again. Do not use this export.",
    },
  );
}

async function storedBytes(
  { getBinaryStream }: ReadingHelpers,
  { id, data }: IBinaryData,
): Promise<AsyncIterable<Buffer> | Buffer[]> {
  if (id === undefined) return [Buffer.from(data, 'base64')];
  return (await getBinaryStream(id, READ_BYTES)) as AsyncIterable<Buffer>;
}

/** Joins the pieces of a large file: each one that n8n writes costs a trip to the disk. */
async function* inLargePieces(body: Pieces): AsyncGenerator<Buffer> {
  let bytes = 0;
  let large: Buffer | undefined;
  let at = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes < LARGE_FILE_BYTES) {
      yield piece;
      continue;
    }
    for (let copied = 0; copied < piece.length;) {
      large ??= Buffer.allocUnsafeSlow(PIECE_BYTES);
      const added = piece.copy(large, at, copied);
      copied += added;
      at += added;
      if (at < PIECE_BYTES) continue;
      yield large;
      [large, at] = [undefined, 0];
    }
    releaseMemory(piece);
  }
  if (large) yield large.subarray(0, at);
}

/** Left to the garbage collector, the pieces of a large file have it scan all of n8n every few dozen MiB. */
function releaseMemory({ buffer, length }: Buffer): void {
  // Node.js 20 has no `transfer`. Other pieces may be in the same memory.
  const { transfer } = buffer as { transfer?: (newLength: number) => ArrayBuffer };
  if (length === buffer.byteLength) transfer?.call(buffer, 0);
}

/** Stores an HTML page as n8n's binary data. */
export async function storeHtml(
  { execution }: { execution: { helpers: Helpers } },
  name: string,
  html: string,
): Promise<IBinaryData> {
  const body = [Buffer.from(html)];
  return await storeBinary(execution.helpers, { body, name, mimeType: 'text/html' });
}
