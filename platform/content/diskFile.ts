import { readInPieces, readInto } from '../buffers/readFile';

/** A file on this machine's disk. */
export function diskFile(path: string) {
  return {
    path,
    open: () => readInPieces(path),
    readInto: async (memory: Buffer) => await readInto(memory, path),
  };
}
