import type { IBinaryData } from 'n8n-workflow';
import type { FileContent } from '../../../platform/common/content/fileContent';
import { InvalidInputError } from '../../../platform/common/errors/errors';
import { cleanName } from '../../../platform/common/text/text';
import type { OperationCall } from '../operation/operation';
import { loadPlatform } from '../client/loadPlatform';

/** The size of one read. It limits both the memory and the number of reads. */
const CHUNK_BYTES = 256 * 1024;
const MAX_NAMED_FIELDS = 10;

/** @throws InvalidInputError if the item has no file in this field */
export function getItemBinary(
  call: OperationCall<unknown>,
  itemIndex: number,
  propertyName: string,
): IBinaryData {
  try {
    return call.execution.helpers.assertBinaryData(itemIndex, propertyName);
  } catch {
    throw missingFileError(call, itemIndex, propertyName);
  }
}

export async function getItemContent(
  call: OperationCall<unknown>,
  itemIndex: number,
  propertyName: string,
): Promise<FileContent> {
  return await getBinaryContent(call, getItemBinary(call, itemIndex, propertyName));
}

function missingFileError(
  { execution, parametersOf }: OperationCall<unknown>,
  itemIndex: number,
  field: string,
): InvalidInputError {
  const fields = Object.keys(execution.getInputData()[itemIndex]?.binary ?? {});
  const fieldNames = fields.slice(0, MAX_NAMED_FIELDS).map((name) => `"${cleanName(name)}"`);
  if (fields.length > fieldNames.length)
    fieldNames.push(`${fields.length - fieldNames.length} more`);
  const offersPlan = parametersOf(itemIndex).fields.some(({ name }) => name === 'planNode');
  const advice =
    fieldNames.length > 0
      ? `Use the name of a field that has a file: ${fieldNames.join(', ')}.`
      : 'Connect this node directly to the node that returns the file. The item has no files, and a node in between may have removed them.';
  const planAdvice = offersPlan ? ' Or set "Source" to "Plan of an Earlier Node".' : '';
  return new InvalidInputError(
    `The item has no file in the field "${cleanName(field)}"`,
    `${advice}${planAdvice} Nothing was sent.`,
  );
}

/**
 * Returns the content of a file. n8n's files on disk are read in pieces while they are sent, so a large file is never in memory
 * as a whole.
 */
export async function getBinaryContent(
  { execution }: Pick<OperationCall<unknown>, 'execution'>,
  { id, data, mimeType, fileName, bytes }: IBinaryData,
): Promise<FileContent> {
  if (!id) {
    // The content is decoded when it is sent, because many items may be read before the first one is sent.
    const size = Buffer.byteLength(data, 'base64');
    return { size, mimeType, fileName, open: () => [Buffer.from(data, 'base64')] };
  }
  // Older versions of n8n do not store the number of bytes in the item.
  const fileSize = bytes ?? (await execution.helpers.getBinaryMetadata(id)).fileSize;
  const isOnDisk = id.startsWith('filesystem');
  return {
    size: fileSize,
    mimeType,
    fileName,
    ...(isOnDisk
      ? (await loadPlatform()).wrapDiskFile(execution.helpers.getBinaryPath(id))
      : { open: () => execution.helpers.getBinaryStream(id, CHUNK_BYTES) }),
  };
}
