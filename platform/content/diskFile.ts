import { readInPieces, readInto, type FilePart } from '../buffers/readFile';

/** A file on this machine's disk, or a part of one, as a file in an archive that is kept as it is. */
export function diskFile(path: string, part?: FilePart) {
  return {
    path: part ? undefined : path,
    open: () => readInPieces(path, part),
    readInto: async (memory: Buffer) =>
      await readInto(memory.subarray(0, part?.size), path, part?.start),
  };
}
