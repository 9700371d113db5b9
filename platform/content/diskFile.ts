import { createReadStream } from 'node:fs';
import type { FileContent } from './fileContent';
import { readInPieces } from '../buffers/readInPieces';
import { readInto } from '../buffers/readInto';

const PIECE_BYTES = 256 * 1024;

/** A file on this machine's disk. */
export function diskFile(path: string): Pick<FileContent, 'path' | 'readInto' | 'lend'> & {
  open(): AsyncIterable<Buffer>;
} {
  return {
    path,
    open: () => createReadStream(path, { highWaterMark: PIECE_BYTES }),
    lend: (isDone) => readInPieces(path, isDone),
    readInto: async (memory) => await readInto(memory, path),
  };
}
