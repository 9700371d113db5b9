import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { OperationalError, type BinaryHelperFunctions, type IBinaryData } from 'n8n-workflow';
import type { RetrievedFile } from '../../../platform/confFiles/service';
import { excerpt } from '../../../platform/text/text';
import type { PlatformClient } from '../../../platform/client';
import type { ItemCall } from '../operation/operation';

/** Once this many more have been asked for, n8n has written a piece to disk; it has then asked for one more than it had to. */
const PIECES_UNTIL_WRITTEN = 3;

/** What is read at once of what n8n has stored. */
const READ_BYTES = 256 * 1024;

/** So much of a file is left to the garbage collector; with more it costs less to find out where n8n keeps it. */
const FREE_MEMORY_ABOVE_BYTES = 32 * 1024 * 1024;

type Helpers = Pick<BinaryHelperFunctions, 'prepareBinaryData'>;
type ReadingHelpers = Pick<BinaryHelperFunctions, 'prepareBinaryData' | 'getBinaryStream'>;
type Storable = Pick<RetrievedFile, 'body' | 'name' | 'mimeType'>;
type StoredBinary = IBinaryData & { bytes: number };

/** Where n8n keeps binary data is the same for a whole process; it can be seen from what it has stored. */
let isKeptOnDisk: boolean | undefined;

/**
 * Keeps a file as n8n's binary data, wherever n8n keeps it.
 * @param file whose pieces belong to nobody else
 */
export async function storeBinary(
  helpers: Helpers,
  { body, name, mimeType }: Storable,
  hash?: Hash,
): Promise<StoredBinary> {
  const given = new CountedPieces(body, helpers, hash);
  const stream = Readable.from(given, { objectMode: true, highWaterMark: 1 });
  const stored = await helpers.prepareBinaryData(stream, name, mimeType);
  isKeptOnDisk = isOnDisk(stored);
  if (stored.bytes !== undefined && stored.bytes !== given.bytes) {
    throw new OperationalError(`n8n stored ${stored.bytes} of ${given.bytes} bytes of ${name}`);
  }
  // Older versions of n8n do not say how many they have stored.
  return { ...stored, bytes: given.bytes };
}

/**
 * The same; what n8n has stored is read again and compared by its hash.
 * @param path as an error names the file
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

function isOnDisk({ id }: IBinaryData): boolean {
  return id?.startsWith('filesystem') ?? false;
}

/** Has n8n store a byte, which goes with the execution. */
async function detectDiskStorage(helpers: Helpers): Promise<boolean> {
  try {
    const mimeType = 'application/octet-stream';
    return isOnDisk(await helpers.prepareBinaryData(Buffer.from('.'), 'place', mimeType));
  } catch {
    // Why nothing can be stored, the file itself will tell.
    return false;
  }
}

/** Counts pieces on their way, and frees the memory of those that are on disk instead of leaving it to be collected. */
class CountedPieces implements AsyncIterable<Buffer> {
  bytes = 0;

  constructor(
    private readonly pieces: AsyncIterable<Buffer>,
    private readonly helpers: Helpers,
    private readonly hash?: Hash,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    const given: Buffer[] = [];
    for await (const piece of this.pieces) {
      this.bytes += piece.length;
      this.hash?.update(piece);
      given.push(piece);
      const written = given.length > PIECES_UNTIL_WRITTEN ? given.shift() : undefined;
      if (this.bytes > FREE_MEMORY_ABOVE_BYTES)
        isKeptOnDisk ??= await detectDiskStorage(this.helpers);
      if (written && isKeptOnDisk) releaseMemory(written);
      yield piece;
    }
  }
}

/** Memory of this size, left to the garbage collector, has it look through all of n8n again and again. */
function releaseMemory({ buffer }: Buffer): void {
  // Not known to Node.js 20.
  const { transfer } = buffer as { transfer?(newLength: number): ArrayBuffer };
  transfer?.call(buffer, 0);
}

/** Keeps an HTML page as n8n's binary data. */
export async function storeHtml(
  { client, execution }: ItemCall<PlatformClient>,
  name: string,
  html: string,
): Promise<IBinaryData> {
  const body = client.projectFiles.ownPieces(html);
  return await storeBinary(execution.helpers, { body, name, mimeType: 'text/html' });
}
