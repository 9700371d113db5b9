import { createReadStream } from 'node:fs';

const PIECE_BYTES = 256 * 1024;

/** Reads a file by Node's own stream, with pieces of the same size. */
export function readInPieces(path: string): AsyncIterable<Buffer> {
  return createReadStream(path, { highWaterMark: PIECE_BYTES });
}
