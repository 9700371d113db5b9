import { SMALL_BYTES, type Pieces } from '../content';
import { readInPieces } from './large';
import { readAtOnce } from './small';

/** The bytes of a file on this machine's disk. A piece is good until the third one after it is asked for. */
export async function readDiskFile(path: string, size: number): Promise<Pieces> {
  return size > SMALL_BYTES ? readInPieces(path) : [await readAtOnce(path, size)];
}
