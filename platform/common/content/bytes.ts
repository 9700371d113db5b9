import { type Hash, createHash } from 'node:crypto';
import { InvalidInputError, PlatformError } from '../errors/errors';
import type { FileContent } from './fileContent';

/**
 * Reads a file in pieces. A piece is valid until the caller requests the next one, which may reuse its memory.
 * @param hash updated with each piece
 * @throws InvalidInputError during the iteration, if the content cannot be read, or its length is not `size`
 */
export async function* lendBytes(content: FileContent, hash?: Hash): AsyncGenerator<Buffer> {
  let bytesRead = 0;
  try {
    for await (const piece of (await content.open()) as Iterable<Buffer>) {
      bytesRead += piece.length;
      hash?.update(piece);
      yield piece;
    }
  } catch (error) {
    // Such an error already says what is wrong, for example that an archive is damaged.
    if (error instanceof PlatformError) throw error;
    throw new InvalidInputError(
      'The content of the file cannot be read',
      `n8n could not read the binary data of the file: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (bytesRead === content.size) return;
  throw new InvalidInputError(
    'The file changed while it was being read',
    `${content.size} bytes were expected, but ${bytesRead} were read. Run the workflow again.`,
  );
}

/** Reads a file in pieces that the caller may keep. */
export async function* copyBytes(content: FileContent): AsyncGenerator<Buffer> {
  for await (const piece of lendBytes(content)) yield Buffer.from(piece);
}

/** @returns SHA-256 in hexadecimal */
export async function hashPieces(source: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of source) hash.update(piece);
  return hash.digest('hex');
}

/** @returns SHA-256 in hexadecimal */
export async function hashContent(content: FileContent): Promise<string> {
  return await hashPieces(lendBytes(content));
}
