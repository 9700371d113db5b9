import { Readable } from 'node:stream';
import type { BinaryHelperFunctions, IBinaryData } from 'n8n-workflow';
import type { RetrievedFile } from '../../../platform/confFiles/service';

/** Leaves the memory of what is on disk to the garbage collector. */
export async function storeBinary(
  helpers: Pick<BinaryHelperFunctions, 'prepareBinaryData'>,
  { body, name, mimeType }: Pick<RetrievedFile, 'body' | 'name' | 'mimeType'>,
): Promise<IBinaryData & { bytes: number }> {
  const given = Readable.from(body, { objectMode: true, highWaterMark: 1 });
  const stored = await helpers.prepareBinaryData(given, name, mimeType);
  return { ...stored, bytes: Number(stored.bytes) };
}
