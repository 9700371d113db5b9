import { borrowMemory, MOST_BORROWED_BYTES } from '../memory';
import type { StreamedBody } from './streamedBody';

/** A small body in one piece: faster to send than any stream. */
export interface BodyInMemory {
  bytes: Buffer;
  /** Lets another body use the memory. To be called only once the platform has read all of this one. */
  release(): void;
}

export function fitsInMemory({ length }: StreamedBody): boolean {
  return length < MOST_BORROWED_BYTES;
}

/** @throws what reading the body's files throws */
export async function collectBody({ length, fill }: StreamedBody): Promise<BodyInMemory> {
  const { bytes, release } = borrowMemory(length + 1);
  await fill(bytes);
  return { bytes: bytes.subarray(0, length), release };
}
