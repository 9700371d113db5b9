import { isUtf8 } from 'node:buffer';
import { NodeOperationError, type INode } from 'n8n-workflow';
import type { RetrievedFile } from '../../../../platform/confFiles/service';

/** What fits into an item and a model's context; a larger file is downloaded as binary data. */
const MOST_BYTES = 256 * 1024;

/** The whole file, or undefined for one that is too large: no more of it than that is read. */
export async function readAtMost({ body }: RetrievedFile): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > MOST_BYTES) return undefined;
    pieces.push(Buffer.from(piece));
  }
  return Buffer.concat(pieces);
}

/** @throws NodeOperationError for a file that is too large, or no text */
export function textOf(
  content: Buffer | undefined,
  { node, path, itemIndex }: { node: INode; path: string; itemIndex: number },
): string {
  if (content === undefined) {
    throw new NodeOperationError(node, `${path} is larger than ${MOST_BYTES / 1024} KiB`, {
      itemIndex,
      description: 'Set "Output" to "Binary Data", which supports files of any size.',
    });
  }
  if (!isUtf8(content)) {
    throw new NodeOperationError(node, `${path} is not UTF-8 text`, {
      itemIndex,
      description: 'Set "Output" to "Binary Data", which supports files of any type.',
    });
  }
  return content.toString('utf8');
}
