import * as fs from 'node:fs';
import { open } from 'node:fs/promises';
import { overwrite } from './borrowedBuffer';

const PIECE_BYTES = 256 * 1024;

/** A part of a file, in bytes. */
interface FilePart {
  start: number;
  size: number;
}

/**
 * Reads a file, or a part of it, into two buffers in turn: fresh memory would have the garbage collector look through all of
 * n8n for each 64 MiB. A piece stays as it is until the next one is asked for.
 */
export async function* readInPieces(path: string, part?: FilePart): AsyncGenerator<Buffer> {
  const file = await open(path);
  let at = part?.start;
  let left = part?.size ?? Infinity;
  const read = async (memory: Buffer) => {
    const most = Math.min(PIECE_BYTES, left);
    const { bytesRead } = await file.read(memory, 0, most, at);
    if (at !== undefined) at += bytesRead;
    left -= bytesRead;
    return { memory, piece: memory.subarray(0, bytesRead) };
  };
  let spare: Buffer = Buffer.allocUnsafeSlow(PIECE_BYTES);
  let next = read(Buffer.allocUnsafeSlow(PIECE_BYTES));
  try {
    for (;;) {
      const { memory, piece } = await next;
      if (piece.length === 0) return;
      // The disk reads on while this piece is looked at; what fails then is thrown when it is asked for.
      (next = read(spare)).catch(() => undefined);
      yield piece;
      overwrite(piece);
      // A connection may keep a short piece beside the next one.
      spare = piece.length === PIECE_BYTES ? memory : Buffer.allocUnsafeSlow(PIECE_BYTES);
    }
  } finally {
    await next.catch(() => undefined);
    await file.close();
  }
}

/**
 * Reads a file into memory. Each trip to the threads that work on files takes as long as reading 100 KB,
 * so there are two of them, where Node's own `readFile` makes four.
 * @returns how many bytes were read: fewer than there is room for only when that is all
 */
async function readInto(memory: Buffer, path: string): Promise<number> {
  return await new Promise<number>((resolve, reject) => {
    fs.open(path, 'r', (notOpened, file) => {
      if (notOpened) return reject(notOpened);
      fs.read(file, memory, 0, memory.length, 0, (notRead, length) => {
        fs.closeSync(file);
        if (notRead) reject(notRead);
        else resolve(length);
      });
    });
  });
}

/** A file on this machine's disk. */
export function diskFile(path: string) {
  return {
    path,
    open: () => readInPieces(path),
    readInto: async (memory: Buffer) => await readInto(memory, path),
  };
}
