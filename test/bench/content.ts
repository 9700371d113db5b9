import { createHash } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';

export const MIB = 1024 * 1024;

/** The bytes of a small file: they differ from file to file and from version to version, and do not compress well. */
export function smallFile(index: number, bytes: number, version = 'first'): Buffer {
  const seed = createHash('sha512').update(`${version} ${index}`).digest();
  return Buffer.alloc(bytes, seed);
}

const blocks = Array.from({ length: 16 }, (_, index) => smallFile(index, MIB, 'large'));

/** The bytes of the large file, in pieces of 1 MiB. Server and client know them without sending them to each other. */
export function* largeFile(mib: number): Generator<Buffer> {
  for (let index = 0; index < mib; index++) yield blocks[index % blocks.length] as Buffer;
}

/** A folder beside n8n's files, so that all sides use the same disk; it is deleted with them. */
export async function ownFolder(): Promise<string> {
  const folder = process.env.N8N_USER_FOLDER;
  if (folder === undefined) throw new Error('A side runs in a process of its own');
  return await mkdtemp(path.join(folder, 'side-'));
}
