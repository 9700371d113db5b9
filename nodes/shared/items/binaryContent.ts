import type { IBinaryData } from 'n8n-workflow';
import type { FileContent } from '../../../platform/common/content/fileContent';
import { InvalidInputError } from '../../../platform/common/errors/errors';
import { cleanName } from '../../../platform/common/text/text';
import type { OperationCall } from '../operation/operation';
import { loadPlatform } from '../client/loadPlatform';

/** Pieces of this many bytes keep both memory and the number of reads small. */
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

/** @throws InvalidInputError if the item has no file in this field */
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
  const named = fields.slice(0, MAX_NAMED_FIELDS).map((name) => `"${cleanName(name)}"`);
  if (fields.length > named.length) named.push(`${fields.length - named.length} more`);
  const canBePlan = parametersOf(itemIndex).fields.some(({ name }) => name === 'planNode');
  const advice =
    named.length > 0
      ? `Use the name of a field that has a file: ${named.join(', ')}.`
      : 'The item has no files. A node before this one may have replaced the item: connect the node that returns the file.';
  const option = canBePlan ? ' Or set "Source" to "Plan of an Earlier Node".' : '';
  return new InvalidInputError(
    `The item has no file in the field "${cleanName(field)}"`,
    `${advice}${option} Nothing was sent.`,
  );
}

/** Data that n8n keeps on disk is read in pieces when it is sent: a large file is never in memory as a whole. */
export async function getBinaryContent(
  { execution }: Pick<OperationCall<unknown>, 'execution'>,
  { id, data, mimeType, fileName, bytes }: IBinaryData,
): Promise<FileContent> {
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
    ...(isOnDisk
      ? (await loadPlatform()).diskFile(execution.helpers.getBinaryPath(id))
      : { open: () => execution.helpers.getBinaryStream(id, CHUNK_BYTES) }),
  };
}
