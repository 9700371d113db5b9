import { createReadStream } from 'node:fs';
import type { FileContent } from './fileContent';
import { readInto } from '../buffers/readInto';

const PIECE_BYTES = 256 * 1024;

/** A file on this machine's disk. */
export function diskFile(path: string): Pick<FileContent, 'path' | 'readInto'> & {
  open(): AsyncIterable<Buffer>;
} {
  return {
    path,
    open: () => createReadStream(path, { highWaterMark: PIECE_BYTES }),
    readInto: async (memory) => await readInto(memory, path),
  };
}
