import { borrowBuffer, giveBack, MAX_BORROWED_BYTES } from './borrowedBuffer';
import { isWritten } from './writtenBodies';

/** A body with files in it. */
export interface FileBody {
  /** In bytes. */
  length: number;
  /**
   * Reads it piece by piece, from the first byte each time it is called. The memory of a piece may be used again when the next one
   * is asked for, which undici does when the connection has written it.
   */
  stream(): AsyncIterable<Buffer>;
  /** Reads all of it, faster for a small one. @param memory of at least one byte more than the body has */
  fill(memory: Buffer): Promise<void>;
}

/** A small body in one piece: faster to send than any stream. */
interface BodyInMemory {
  bytes: Buffer;
  /** Lets another body use the memory, if the connection has written all of this one. To be called after the response. */
  release(): void;
}

export function fitsInMemory({ length }: FileBody): boolean {
  return length < MAX_BORROWED_BYTES;
}

/** @throws what reading the body's files throws */
export async function collectBody({ length, fill }: FileBody): Promise<BodyInMemory> {
  const memory = borrowBuffer(length + 1);
  await fill(memory);
  const bytes = memory.subarray(0, length);
  return {
    bytes,
    release() {
      if (isWritten(bytes)) giveBack(memory);
    },
  };
}
