import { Readable } from 'node:stream';
import { OperationalError, type BinaryHelperFunctions, type IBinaryData } from 'n8n-workflow';
import type { RetrievedFile } from '../../platform/confFiles/service';

/** Once this many more have been asked for, n8n has written a piece to disk; it has then asked for one more than it had to. */
const WRITTEN_AFTER = 3;

/** So much of a file is left to the garbage collector; with more it costs less to look where n8n keeps it, in bytes. */
const WORTH_A_LOOK = 32 * 1024 * 1024;

type Helpers = Pick<BinaryHelperFunctions, 'prepareBinaryData'>;

/** Where n8n keeps binary data is the same for a whole process; it can be seen from what it has stored. */
let isKeptOnDisk: boolean | undefined;

/**
 * Keeps a file as n8n's binary data, wherever n8n keeps it.
 * @param file whose pieces belong to nobody else
 */
export async function storeBinary(
  helpers: Helpers,
  { body, name, mimeType }: Pick<RetrievedFile, 'body' | 'name' | 'mimeType'>,
): Promise<IBinaryData & { bytes: number }> {
  const given = new GivenPieces(body, helpers);
  const stream = Readable.from(given, { objectMode: true, highWaterMark: 1 });
  const stored = await helpers.prepareBinaryData(stream, name, mimeType);
  isKeptOnDisk = isOnDisk(stored);
  if (stored.bytes !== undefined && stored.bytes !== given.bytes) {
    throw new OperationalError(`n8n has stored ${stored.bytes} of ${given.bytes} bytes of ${name}`);
  }
  // Older versions of n8n do not say how many they have stored.
  return { ...stored, bytes: given.bytes };
}

function isOnDisk({ id }: IBinaryData): boolean {
  return id?.startsWith('filesystem') ?? false;
}

/** Has n8n store a byte, which goes with the execution. */
async function findOut(helpers: Helpers): Promise<boolean> {
  try {
    const mimeType = 'application/octet-stream';
    return isOnDisk(await helpers.prepareBinaryData(Buffer.from('.'), 'place', mimeType));
  } catch {
    // Why nothing can be stored, the file itself will tell.
    return false;
  }
}

/** Counts pieces on their way, and frees the memory of those that are on disk instead of leaving it to be collected. */
class GivenPieces implements AsyncIterable<Buffer> {
  bytes = 0;

  constructor(
    private readonly pieces: AsyncIterable<Buffer>,
    private readonly helpers: Helpers,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    const given: Buffer[] = [];
    for await (const piece of this.pieces) {
      this.bytes += piece.length;
      given.push(piece);
      const written = given.length > WRITTEN_AFTER ? given.shift() : undefined;
      if (this.bytes > WORTH_A_LOOK) isKeptOnDisk ??= await findOut(this.helpers);
      if (written && isKeptOnDisk) free(written);
      yield piece;
    }
  }
}

/** Memory of this size, left to the garbage collector, has it look through all of n8n again and again. */
function free({ buffer }: Buffer): void {
  // Not known to Node.js 20.
  const { transfer } = buffer as { transfer?(newLength: number): ArrayBuffer };
  transfer?.call(buffer, 0);
}
