import type { FileContent } from './fileContent';
import { readInPieces } from '../buffers/readInPieces';
import { readInto } from '../buffers/readInto';

/** A file on this machine's disk. */
export function diskFile(path: string): Pick<FileContent, 'open' | 'readInto' | 'path'> {
  return {
    path,
    open: () => readInPieces(path),
    readInto: async (memory) => await readInto(memory, path),
  };
}
