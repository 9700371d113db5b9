import { type Hash, createHash } from 'node:crypto';
import { InvalidInputError, PlatformError } from '../errors/errors';
import type { FileContent } from './fileContent';
import { borrowBuffer, giveBack, MAX_BORROWED_BYTES } from '../buffers/borrowedBuffer';

/**
 * A file's bytes in pieces whose memory is used again when the next one is asked for; the hash sees each on its way.
 * @throws InvalidInputError within the stream if the bytes cannot be read or are not as many as announced
 */
export async function* lentBytesOf(content: FileContent, hash?: Hash): AsyncGenerator<Buffer> {
  let read = 0;
  try {
    const pieces = await content.open();
    for await (const piece of pieces as Iterable<Buffer>) {
      read += piece.length;
      hash?.update(piece);
      yield piece;
    }
  } catch (error) {
    throw unreadable(error);
  }
  requireAll(content, read);
}

/** The same, in pieces that belong to the reader. */
export async function* bytesOf(content: FileContent): AsyncGenerator<Buffer> {
  for await (const piece of lentBytesOf(content)) yield Buffer.from(piece);
}

/**
 * Puts all of a file's bytes at the start of the memory; the hash sees them.
 * @param memory of at least one byte more than the file has, which tells a file that has grown
 * @throws as `lentBytesOf`
 */
export async function readAll(content: FileContent, memory: Buffer, hash?: Hash): Promise<void> {
  const room = memory.subarray(0, content.size + 1);
  const read = await (content.readInto?.(room) ?? copyPieces(content, room)).catch(
    (error: unknown) => {
      throw unreadable(error);
    },
  );
  requireAll(content, read);
  hash?.update(memory.subarray(0, read));
}

async function copyPieces(content: FileContent, memory: Buffer): Promise<number> {
  let read = 0;
  for await (const piece of (await content.open()) as Iterable<Buffer>) {
    piece.copy(memory, read);
    read += piece.length;
  }
  return read;
}

function unreadable(error: unknown): PlatformError {
  // As of an archive that is damaged.
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
export async function hashOf(source: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of source) hash.update(piece);
  return hash.digest('hex');
}

/** @returns as `hashOf` */
export async function hashOfContent(content: FileContent): Promise<string> {
  if (content.size >= MAX_BORROWED_BYTES) return await hashOf(lentBytesOf(content));
  const memory = borrowBuffer(content.size + 1);
  const hash = createHash('sha256');
  await readAll(content, memory, hash);
  giveBack(memory);
  return hash.digest('hex');
}
