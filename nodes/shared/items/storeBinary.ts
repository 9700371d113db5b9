import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { OperationalError, type BinaryHelperFunctions, type IBinaryData } from 'n8n-workflow';
import type { RetrievedFile } from '../../../platform/confFiles/service';
import { excerpt } from '../../../platform/text/text';

/** What is read at once of what n8n has stored. */
const READ_BYTES = 256 * 1024;

type Helpers = Pick<BinaryHelperFunctions, 'prepareBinaryData'>;
type ReadingHelpers = Pick<BinaryHelperFunctions, 'prepareBinaryData' | 'getBinaryStream'>;
export type Pieces = AsyncIterable<Buffer> | Iterable<Buffer>;
type Storable = Pick<RetrievedFile, 'name' | 'mimeType'> & { body: Pieces };
type StoredBinary = IBinaryData & { bytes: number };

/** Keeps a file as n8n's binary data, wherever n8n keeps it. */
export async function storeBinary(
  helpers: Helpers,
  { body, name, mimeType }: Storable,
  hash?: Hash,
): Promise<StoredBinary> {
  let bytes = 0;
  async function* counted() {
    for await (const piece of body) {
      bytes += piece.length;
      hash?.update(piece);
      yield piece;
    }
  }
  const stored = await helpers.prepareBinaryData(Readable.from(counted()), name, mimeType);
  if (stored.bytes !== undefined && stored.bytes !== bytes) {
    throw new OperationalError(`n8n stored ${stored.bytes} of ${bytes} bytes of ${name}`);
  }
  // Older versions of n8n do not say how many they have stored.
  return { ...stored, bytes };
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

/** Keeps an HTML page as n8n's binary data. */
export async function storeHtml(
  { execution }: { execution: { helpers: Helpers } },
  name: string,
  html: string,
): Promise<IBinaryData> {
  const body = [Buffer.from(html)];
  return await storeBinary(execution.helpers, { body, name, mimeType: 'text/html' });
}
