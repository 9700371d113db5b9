import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readInto } from '../../../platform/buffers/readInto';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'read-into-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  [0, 0],
  [5, 5],
  [10, 8],
])('of %d bytes %d fit', async (bytes, read) => {
  const file = path.join(folder, 'file');
  writeFileSync(file, 'abcdefghij'.slice(0, bytes));
  const memory = Buffer.alloc(8, '-');
  expect(await readInto(memory, file)).toBe(read);
  expect(memory.toString()).toBe('abcdefgh'.slice(0, read).padEnd(8, '-'));
});

test('a file that is gone, and a folder, are errors', async () => {
  const memory = Buffer.alloc(8);
  await expect(readInto(memory, path.join(folder, 'none'))).rejects.toThrow('ENOENT');
  await expect(readInto(memory, folder)).rejects.toThrow('EISDIR');
});
