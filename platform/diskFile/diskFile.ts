import type { FileContent } from '../content/fileContent';
import { readInPieces } from './readInPieces';
import { readInto } from './readInto';

/** A file on this machine's disk. */
export function diskFile(path: string): Pick<FileContent, 'open' | 'readInto' | 'path'> {
  return {
    path,
    open: () => readInPieces(path),
    readInto: async (memory) => await readInto(memory, path),
  };
}
