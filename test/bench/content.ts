import { createHash } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';

export const MIB = 1024 * 1024;

/** Makes a small file that does not compress well. Files and versions differ. */
export function smallFile(index: number, bytes: number, version = 'first'): Buffer {
  const seed = createHash('sha512').update(`${version} ${index}`).digest();
  return Buffer.alloc(bytes, seed);
}

const blocks = Array.from({ length: 16 }, (_, index) => smallFile(index, MIB, 'large'));

/** Yields the large file in pieces of 1 MiB. Server and client both make it. */
export function* largeFile(mib: number): Generator<Buffer> {
  for (let index = 0; index < mib; index++) yield blocks[index % blocks.length] as Buffer;
}

/** Makes a folder on the disk of n8n's files, which is deleted with them. */
export async function ownFolder(): Promise<string> {
  const folder = process.env.N8N_USER_FOLDER;
  if (folder === undefined) throw new Error('A side runs in a process of its own');
  return await mkdtemp(path.join(folder, 'side-'));
}
