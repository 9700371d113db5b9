import { Readable } from 'node:stream';
import { OperationalError, type BinaryHelperFunctions, type IBinaryData } from 'n8n-workflow';
import type { RetrievedFile } from '../../../platform/confFiles/service';
import { excerpt } from '../../../platform/common/text/text';

type Helpers = Pick<BinaryHelperFunctions, 'prepareBinaryData'>;
export type Pieces = AsyncIterable<Buffer> | Iterable<Buffer>;
type Storable = Pick<RetrievedFile, 'name' | 'mimeType'> & { body: Pieces };
type StoredBinary = IBinaryData & { bytes: number };

export async function storeBinary(
  helpers: Helpers,
  { body, name, mimeType }: Storable,
): Promise<StoredBinary> {
  let bytes = 0;
  async function* countBytes() {
    for await (const piece of body) {
      bytes += piece.length;
      yield piece;
    }
  }
  const stored = await helpers.prepareBinaryData(Readable.from(countBytes()), name, mimeType);
  if (stored.bytes !== undefined && stored.bytes !== bytes) {
    throw new OperationalError(`n8n stored ${stored.bytes} of ${bytes} bytes of ${excerpt(name)}`, {
      description: "Check n8n's storage: the disk may be full. Then try again.",
    });
  }
  // Older versions of n8n do not return the number of stored bytes.
  return { ...stored, bytes };
}

export async function storeHtml(
  { execution }: { execution: { helpers: Helpers } },
  name: string,
  html: string,
): Promise<IBinaryData> {
  const body = [Buffer.from(html)];
  return await storeBinary(execution.helpers, { body, name, mimeType: 'text/html' });
}
