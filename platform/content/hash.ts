import { createHash } from 'node:crypto';
import { borrowBuffer, MOST_BORROWED_BYTES } from '../buffers/borrowedBuffer';
import { bytesOf, readAll } from './bytes';
import type { FileContent } from './fileContent';

/** @returns sha-256 in hexadecimal */
export async function hashOf(source: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of source) hash.update(piece);
  return hash.digest('hex');
}

const isHashed = () => true;

/** @returns as `hashOf` */
export async function hashOfContent(content: FileContent): Promise<string> {
  if (content.size >= MOST_BORROWED_BYTES)
    return await hashOf(bytesOf(content, undefined, isHashed));
  const memory = borrowBuffer(content.size + 1);
  const hash = createHash('sha256');
  await readAll(content, memory.bytes, hash);
  memory.release();
  return hash.digest('hex');
}
