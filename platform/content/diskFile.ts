import { createReadStream } from 'node:fs';
import type { FileContent } from './fileContent';
import { readInPieces, readInto, type FilePart } from '../buffers/readFile';

const PIECE_BYTES = 256 * 1024;

/** A file on this machine's disk. */
export function diskFile(path: string): Pick<FileContent, 'path' | 'readInto' | 'lend'> & {
  open(): AsyncIterable<Buffer>;
} {
  return {
    path,
    open: () => createReadStream(path, { highWaterMark: PIECE_BYTES }),
    lend: () => readInPieces(path),
    readInto: async (memory) => await readInto(memory, path),
  };
}

/** A part of such a file, as a file in an archive that is kept as it is. */
export function partOfDiskFile(
  path: string,
  part: FilePart,
): Required<Pick<FileContent, 'readInto' | 'lend'>> & {
  open(): AsyncIterable<Buffer>;
} {
  const { start, size } = part;
  return {
    open: () =>
      size === 0
        ? nothing()
        : createReadStream(path, { start, end: start + size - 1, highWaterMark: PIECE_BYTES }),
    lend: () => readInPieces(path, part),
    readInto: async (memory) => await readInto(memory.subarray(0, size), path, start),
  };
}

async function* nothing(): AsyncGenerator<Buffer> {
  yield* [];
}
