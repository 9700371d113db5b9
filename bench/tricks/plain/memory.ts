import type { BorrowedMemory } from '../../../platform/memory';

export const MOST_BORROWED_BYTES = 1024 * 1024;

/** Fresh memory each time, left to the garbage collector. */
export function borrowMemory(atLeast: number): BorrowedMemory {
  return { bytes: Buffer.allocUnsafeSlow(atLeast), release: () => undefined };
}
