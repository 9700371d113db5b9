import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readInPieces } from '../../../platform/buffers/readInPieces';

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
  for await (const piece of readInPieces(file)) read.push(Buffer.from(piece));
  expect(Buffer.concat(read).equals(bytes)).toBe(true);
});

test('a piece stays as it is while the next two are read', async () => {
  const bytes = randomBytes(6 * PIECE);
  const file = path.join(folder, 'kept');
  writeFileSync(file, bytes);
  const kept: Buffer[] = [];
  let at = 0;
  for await (const piece of readInPieces(file)) {
    kept.push(piece);
    const [oldest] = kept.splice(0, kept.length - 2);
    const start = (at++ - 2) * PIECE;
    if (oldest) expect(oldest.equals(bytes.subarray(start, start + PIECE))).toBe(true);
  }
});
