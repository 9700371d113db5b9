import { type Hash, createHash } from 'node:crypto';
import { InvalidInputError, PlatformError } from '../errors/errors';
import type { FileContent } from './fileContent';

/**
 * Reads a file. A piece is valid until the next one is requested.
 * @param hash updated with each piece
 * @throws InvalidInputError from the stream if the bytes cannot be read, or their number is not `size`
 */
export async function* lendBytes(content: FileContent, hash?: Hash): AsyncGenerator<Buffer> {
  let read = 0;
  try {
    for await (const piece of (await content.open()) as Iterable<Buffer>) {
      read += piece.length;
      hash?.update(piece);
      yield piece;
    }
  } catch (error) {
    throw unreadable(error);
  }
  requireAll(content, read);
}

/** Reads a file in pieces that the caller may keep. */
export async function* copyBytes(content: FileContent): AsyncGenerator<Buffer> {
  for await (const piece of lendBytes(content)) yield Buffer.from(piece);
}

function unreadable(error: unknown): PlatformError {
  // For example, an archive is damaged.
  if (error instanceof PlatformError) return error;
  return new InvalidInputError(
    'The content of the file cannot be read',
    `n8n could not open its binary data: ${error instanceof Error ? error.message : String(error)}`,
  );
}

function requireAll({ size }: FileContent, read: number): void {
  if (read === size) return;
  throw new InvalidInputError(
    'The file changed while it was being sent',
    `${size} bytes were expected, but ${read} were read. Run the workflow again.`,
  );
}

/** @returns sha-256 in hexadecimal */
export async function hashPieces(source: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of source) hash.update(piece);
  return hash.digest('hex');
}

/** @returns sha-256 in hexadecimal */
export async function hashContent(content: FileContent): Promise<string> {
  return await hashPieces(lendBytes(content));
}
