import type { BorrowedBuffer } from '../../../platform/buffers/borrowedBuffer';

export const MOST_BORROWED_BYTES = 1024 * 1024;

/** Fresh memory each time, left to the garbage collector. */
export function borrowBuffer(atLeast: number): BorrowedBuffer {
  return { bytes: Buffer.allocUnsafeSlow(atLeast), release: () => undefined };
}

export const overwrite = () => undefined;
