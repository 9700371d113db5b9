import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { diskFile } from '../../../platform/content/diskFile';

const PIECE = 256 * 1024;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'disk-file-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([0, 1, PIECE, 10 * PIECE, 10 * PIECE + 7])('reads a file of %s bytes', async (size) => {
  const bytes = randomBytes(size);
  const file = path.join(folder, String(size));
  writeFileSync(file, bytes);
  const read: Buffer[] = [];
  // They belong to whoever reads them.
  for await (const piece of diskFile(file).open()) read.push(piece);
  expect(Buffer.concat(read).equals(bytes)).toBe(true);
});
