import { open } from 'node:fs/promises';
import { borrowBuffer } from './borrowedBuffer';

const PIECE_BYTES = 256 * 1024;

/** A part of a file, in bytes. */
export interface FilePart {
  start: number;
  size: number;
}

/**
 * Reads a file, or a part of it, into memory that is used again: a large one would otherwise have the garbage collector look through all of
 * n8n for each 64 MiB.
 * @param isDone whether nobody looks at a piece any more; asked when the next one is asked for. What it denies is left to
 * the garbage collector.
 */
export async function* readInPieces(
  path: string,
  isDone: (piece: Buffer) => boolean,
  part?: FilePart,
): AsyncGenerator<Buffer> {
  const file = await open(path);
  let at = part?.start;
  let left = part?.size ?? Infinity;
  const read = async () => {
    const memory = borrowBuffer(PIECE_BYTES);
    const most = Math.min(PIECE_BYTES, left);
    const { bytesRead } = await file.read(memory.bytes, 0, most, at);
    if (at !== undefined) at += bytesRead;
    left -= bytesRead;
    return { memory, piece: memory.bytes.subarray(0, bytesRead) };
  };
  let next = read();
  try {
    for (;;) {
      const { memory, piece } = await next;
      if (piece.length === 0) return memory.release();
      // The disk reads on while this piece is looked at; what fails then is thrown when it is asked for.
      (next = read()).catch(() => undefined);
      yield piece;
      if (isDone(piece)) memory.release();
    }
  } finally {
    await next.catch(() => undefined);
    await file.close();
  }
}
