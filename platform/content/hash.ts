import { createHash } from 'node:crypto';
import { borrowBuffer, giveBack, MAX_BORROWED_BYTES } from '../buffers/borrowedBuffer';
import { lentBytesOf, readAll } from './bytes';
import type { FileContent } from './fileContent';

/** @returns sha-256 in hexadecimal */
export async function hashOf(source: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of source) hash.update(piece);
  return hash.digest('hex');
}

/** @returns as `hashOf` */
export async function hashOfContent(content: FileContent): Promise<string> {
  if (content.size >= MAX_BORROWED_BYTES) return await hashOf(lentBytesOf(content));
  const memory = borrowBuffer(content.size + 1);
  const hash = createHash('sha256');
  await readAll(content, memory, hash);
  giveBack(memory);
  return hash.digest('hex');
}
