/** A file that is written the harder way for the sake of speed, and the same written plainly. */
export interface Trick {
  name: string;
  /** The file, from the root of the project. */
  file: string;
  /** Its plain form, in `plain/`. */
  plain: string;
  /** Where it should be felt, as `npm run bench` names them. */
  tasks: string[];
}

export const TRICKS: Trick[] = [
  {
    name: 'Memory that is borrowed for small bodies',
    file: 'platform/buffers/borrowedBuffer.ts',
    plain: 'borrowedBuffer.ts',
    tasks: ['upload-files', 'sync-folder'],
  },
  {
    name: 'Connections that read into the same memory',
    file: 'platform/buffers/reusedReads.ts',
    plain: 'reusedReads.ts',
    tasks: ['download-large-file', 'sync-folder'],
  },
  {
    name: 'Large files read into the same memory',
    file: 'platform/buffers/readInPieces.ts',
    plain: 'readInPieces.ts',
    tasks: ['upload-large-file'],
  },
  {
    name: 'Small files read in two trips',
    file: 'platform/buffers/readInto.ts',
    plain: 'readInto.ts',
    tasks: ['upload-files', 'sync-folder'],
  },
  {
    name: 'Memory of downloads given back at once',
    file: 'nodes/shared/items/storeBinary.ts',
    plain: 'storeBinary.ts',
    tasks: ['download-large-file'],
  },
];
