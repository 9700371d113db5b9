import { createHash, type Hash } from 'node:crypto';
import { InvalidInputError } from './errors';

/** What is not larger is read, and sent, in one piece: that is faster than any stream. */
export const SMALL_BYTES = 512 * 1024;

export type Pieces = Iterable<unknown> | AsyncIterable<unknown>;

/** A file's bytes, opened anew for each attempt to send them. */
export interface FileContent {
  /** In bytes. */
  size: number;
  mimeType?: string;
  fileName?: string;
  open(): Promise<Pieces> | Pieces;
}

/** Content that is in memory already. */
export function bytesContent(bytes: Buffer, mimeType?: string): FileContent {
  return {
    size: bytes.length,
    mimeType,
    open: () => [bytes],
  };
}

export function textContent(text: string): FileContent {
  return bytesContent(Buffer.from(text, 'utf8'), 'text/plain; charset=utf-8');
}

/** @returns sha-256 in hexadecimal */
export async function hashOf(source: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of source) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * Opens a file's bytes for sending; the hash sees each on its way.
 * @throws InvalidInputError within the stream, where the bytes cannot be read or are not as many as was said
 */
export async function* bytesOf(content: FileContent, hash?: Hash): AsyncGenerator<Buffer> {
  let read = 0;
  try {
    for await (const chunk of (await content.open()) as Iterable<Buffer>) {
      read += chunk.length;
      hash?.update(chunk);
      yield chunk;
    }
  } catch (error) {
    throw new InvalidInputError(
      'The content of the file cannot be read',
      `n8n could not open its binary data: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (read !== content.size) {
    throw new InvalidInputError(
      'The content of the file changed while it was sent',
      `${content.size} bytes were announced and ${read} came. Run the workflow again.`,
    );
  }
}
