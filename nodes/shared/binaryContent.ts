import type { FileContent } from '../../platform';
import type { ApiClient } from './loadPlatform';
import type { OperationCall } from './operation';

/** Pieces of this many bytes keep both memory and the number of reads small. */
const CHUNK_BYTES = 256 * 1024;

/**
 * The binary data of an item as content to send. Data that n8n keeps on disk is read while it is sent,
 * never held in memory whole.
 * @throws NodeOperationError where the item has no such binary data
 */
export async function binaryContent(
  { execution, client: { api } }: OperationCall<ApiClient>,
  itemIndex: number,
  propertyName: string,
): Promise<FileContent> {
  const { id, data, mimeType, fileName } = execution.helpers.assertBinaryData(
    itemIndex,
    propertyName,
  );
  if (!id) return { ...api.bytesContent(Buffer.from(data, 'base64'), mimeType), fileName };
  const { fileSize } = await execution.helpers.getBinaryMetadata(id);
  return {
    size: fileSize,
    mimeType,
    fileName,
    open: async () => await execution.helpers.getBinaryStream(id, CHUNK_BYTES),
  };
}
