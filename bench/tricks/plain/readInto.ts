import { readFile } from 'node:fs/promises';

/** Reads a file by Node's own `readFile`. */
export async function readInto(memory: Buffer, path: string): Promise<number> {
  return (await readFile(path)).copy(memory);
}
