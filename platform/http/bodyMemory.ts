import { SMALL_BYTES } from '../content';
import type { StreamedBody } from './exchange';

/** Room for a small file and the form around it. */
const ROOM_BYTES = SMALL_BYTES + 64 * 1024;
const MOST_SPARE = 64;
const spare: Buffer[] = [];

/** A small body in one piece: faster to send than any stream. */
export interface BodyInMemory {
  bytes: Buffer;
  /** Lets another body use the memory. To be called only once the platform has read all of this one. */
  release(): void;
}

/**
 * Collects a body that `fitsInMemory`. Its memory is used again, since a garbage collector that meets much fresh memory
 * looks through all of n8n.
 */
export async function collectBody(body: StreamedBody): Promise<BodyInMemory> {
  const memory = spare.pop() ?? Buffer.allocUnsafeSlow(ROOM_BYTES);
  let length = 0;
  for await (const piece of body.stream()) length += piece.copy(memory, length);
  return {
    bytes: memory.subarray(0, length),
    release() {
      if (spare.length < MOST_SPARE) spare.push(memory);
    },
  };
}

export function fitsInMemory({ length }: StreamedBody): boolean {
  return length <= ROOM_BYTES;
}
