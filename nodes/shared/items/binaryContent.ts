import type { FileContent } from '../../../platform/content/fileContent';
import type { OperationCall } from '../operation/operation';
import { loadPlatform } from '../client/loadPlatform';

/** Pieces of this many bytes keep both memory and the number of reads small. */
const CHUNK_BYTES = 256 * 1024;

/**
 * The binary data of an item as content to send. Data that n8n keeps on disk is read when it is sent, in pieces:
 * a large file is never held in memory whole.
 * @throws NodeOperationError if the item has no such binary data
 */
export async function binaryContent(
  { execution }: OperationCall<unknown>,
  itemIndex: number,
  propertyName: string,
): Promise<FileContent> {
  const { id, data, mimeType, fileName, bytes } = execution.helpers.assertBinaryData(
    itemIndex,
    propertyName,
  );
  if (!id) {
    // Many items may be read before the first one is sent: each is decoded when its turn has come.
    const size = Buffer.byteLength(data, 'base64');
    return { size, mimeType, fileName, open: () => [Buffer.from(data, 'base64')] };
  }
  // Before it kept this number beside the item, n8n had to look it up on disk.
  const fileSize = bytes ?? (await execution.helpers.getBinaryMetadata(id)).fileSize;
  const isOnDisk = id.startsWith('filesystem');
  return {
    size: fileSize,
    mimeType,
    fileName,
    // From wherever else it is, n8n streams it.
    ...(isOnDisk
      ? (await loadPlatform()).diskFile(execution.helpers.getBinaryPath(id))
      : { open: () => execution.helpers.getBinaryStream(id, CHUNK_BYTES) }),
  };
}
