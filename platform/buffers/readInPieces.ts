import { open } from 'node:fs/promises';

const PIECE_BYTES = 256 * 1024;
/** One is being sent while the next is read; the others are there to be safe. */
const PIECES = 4;

/**
 * Reads a file into memory that is used again: for each 64 MiB of fresh memory, the garbage collector would look through
 * all of n8n. So a piece is good until the third one after it is asked for; what is kept longer has to be copied.
 */
export async function* readInPieces(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    const pieces = Array.from({ length: PIECES }, () => Buffer.allocUnsafeSlow(PIECE_BYTES));
    const read = async (turn: number) => await fill(file, pieces[turn % PIECES] as Buffer);
    let next = read(0);
    for (let turn = 0; ; turn++) {
      const length = await next;
      const piece = pieces[turn % PIECES] as Buffer;
      // The disk reads on while this piece is being sent; what fails then is thrown when it is asked for.
      if (length === PIECE_BYTES) (next = read(turn + 1)).catch(() => undefined);
      if (length > 0) yield piece.subarray(0, length);
      if (length < PIECE_BYTES) return;
    }
  } finally {
    await file.close();
  }
}

type FileHandle = Awaited<ReturnType<typeof open>>;

/** @returns how many bytes were read: fewer than there is room for only at the end of the file */
async function fill(file: FileHandle, piece: Buffer): Promise<number> {
  let length = 0;
  while (length < piece.length) {
    const { bytesRead } = await file.read(piece, length, piece.length - length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length;
}
