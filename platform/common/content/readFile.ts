import * as fs from 'node:fs';
import { promisify } from 'node:util';

const PIECE_BYTES = 256 * 1024;

// With `node:fs/promises`, opening a file takes longer than reading 100 KB.
const open = promisify(fs.open);
const read = promisify(fs.read);

/** In bytes. */
interface FilePart {
  start: number;
  size: number;
}

/**
 * Reads a file, or a part of it, in pieces. Alternates between two buffers, because new buffers would make the garbage collector
 * scan all of n8n's memory every 64 MiB. Callers must not use a piece after they request the next one.
 */
export async function* readInPieces(path: string, part?: FilePart): AsyncGenerator<Buffer> {
  const file = await open(path, 'r');
  try {
    const start = part?.start ?? 0;
    const end = start + (part?.size ?? Infinity);
    const size = part?.size ?? fs.fstatSync(file).size;
    // One byte more than the size, so that a short read shows the end of a small file.
    const pieceBytes = Math.min(PIECE_BYTES, size + 1);
    let buffer: Buffer = Buffer.allocUnsafeSlow(pieceBytes);
    let spare: Buffer | undefined;
    for (let at = start; at < end;) {
      const { bytesRead } = await read(file, buffer, 0, Math.min(pieceBytes, end - at), at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
      if (bytesRead < pieceBytes && at === start + size) return;
      // The buffer of a short piece is never used again: a connection may request the next piece while it still sends this one.
      const reusable = bytesRead === PIECE_BYTES ? buffer : undefined;
      [buffer, spare] = [spare ?? Buffer.allocUnsafeSlow(pieceBytes), reusable];
    }
  } finally {
    fs.closeSync(file);
  }
}

export function wrapDiskFile(path: string) {
  return { path, open: () => readInPieces(path) };
}
