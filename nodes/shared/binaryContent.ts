import type { IExecuteFunctions } from 'n8n-workflow';
import type { FileContent } from '../../platform';
import type { ApiClient } from './loadPlatform';
import type { OperationCall } from './operation';

type Api = ApiClient['api'];

/** Pieces of this many bytes keep both memory and the number of reads small. */
const CHUNK_BYTES = 256 * 1024;

/**
 * The binary data of an item as content to send. Data that n8n keeps on disk is read when it is sent, in pieces:
 * a large file is never held in memory whole.
 * @throws NodeOperationError where the item has no such binary data
 */
export async function binaryContent(
  { execution, client: { api } }: OperationCall<ApiClient>,
  itemIndex: number,
  propertyName: string,
): Promise<FileContent> {
  const { id, data, mimeType, fileName, bytes } = execution.helpers.assertBinaryData(
    itemIndex,
    propertyName,
  );
  if (!id) return { ...api.bytesContent(Buffer.from(data, 'base64'), mimeType), fileName };
  // Before it kept this number beside the item, n8n had to look it up on disk.
  const fileSize = bytes ?? (await execution.helpers.getBinaryMetadata(id)).fileSize;
  return {
    size: fileSize,
    mimeType,
    fileName,
    open: async () => await open(execution, api, id, fileSize),
  };
}

/** Read from disk where n8n keeps it there; from wherever else it is, as n8n gives it. */
async function open(
  { helpers }: IExecuteFunctions,
  { readDiskFile, SMALL_BYTES }: Api,
  id: string,
  size: number,
) {
  if (id.startsWith('filesystem')) return await readDiskFile(helpers.getBinaryPath(id), size);
  const stream = await helpers.getBinaryStream(id, CHUNK_BYTES);
  return size > SMALL_BYTES ? stream : [await helpers.binaryToBuffer(stream)];
}
