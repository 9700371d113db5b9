import { createHash } from 'node:crypto';
import { lentBytesOf, readAll } from './bytes';
import type { FileContent } from './fileContent';

/** @returns sha-256 in hexadecimal */
export async function hashOf(source: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of source) hash.update(piece);
  return hash.digest('hex');
}

/** A smaller file is read at once, in bytes. */
const MAX_IN_MEMORY = 1024 * 1024;

/** @returns as `hashOf` */
export async function hashOfContent(content: FileContent): Promise<string> {
  if (content.size >= MAX_IN_MEMORY) return await hashOf(lentBytesOf(content));
  const hash = createHash('sha256');
  await readAll(content, Buffer.allocUnsafeSlow(content.size + 1), hash);
  return hash.digest('hex');
}
