import { borrowBuffer, MOST_BORROWED_BYTES } from './borrowedBuffer';
import type { StreamedBody } from './streamedBody';
import { isWritten } from './writtenBodies';

/** A small body in one piece: faster to send than any stream. */
interface BodyInMemory {
  bytes: Buffer;
  /** Lets another body use the memory, if the connection has written all of this one. To be called after the response. */
  release(): void;
}

export function fitsInMemory({ length }: StreamedBody): boolean {
  return length < MOST_BORROWED_BYTES;
}

/** @throws what reading the body's files throws */
export async function collectBody({ length, fill }: StreamedBody): Promise<BodyInMemory> {
  const memory = borrowBuffer(length + 1);
  await fill(memory.bytes);
  const bytes = memory.bytes.subarray(0, length);
  return {
    bytes,
    release() {
      if (isWritten(bytes)) memory.release();
    },
  };
}
