import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyBytes, lendBytes } from '../../../../platform/common/content/bytes';
import { wrapDiskFile, readInPieces } from '../../../../platform/common/content/readFile';
import { exchangeText } from '../../../../platform/http/exchange';
import { buildGetRequest } from '../../../support/buildGetRequest';
import { startTcpServer } from '../../../support/network/tcpServer';
import { untilTestEnds } from '../../../support/untilTestEnds';

const PIECE = 256 * 1024;
const FILE = randomBytes(40 * PIECE + 7);

let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'read-in-pieces-'));
  file = path.join(folder, 'file');
  writeFileSync(file, FILE);
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([0, 1, PIECE - 1, PIECE, PIECE + 1, 10 * PIECE])('reads %d bytes', async (size) => {
  const part = path.join(folder, String(size));
  writeFileSync(part, FILE.subarray(0, size));
  const read: Buffer[] = [];
  for await (const piece of readInPieces(part)) read.push(Buffer.from(piece));
  expect(Buffer.concat(read).equals(FILE.subarray(0, size))).toBe(true);
  // These belong to the reader.
  const kept: Buffer[] = [];
  for await (const piece of copyBytes({ size, ...wrapDiskFile(part) })) kept.push(piece);
  expect(Buffer.concat(kept).equals(FILE.subarray(0, size))).toBe(true);
});

test('a piece stays as it is until the next one is requested; two buffers serve all', async () => {
  const memories = new Set<unknown>();
  let at = 0;
  for await (const piece of readInPieces(file)) {
    await sleep(2);
    expect(piece.equals(FILE.subarray(at, at + piece.length))).toBe(true);
    at += piece.length;
    memories.add(piece.buffer);
  }
  expect(at).toBe(FILE.length);
  expect(memories.size).toBe(2);
});

test('a large file arrives as it is at a slow platform, from memory that is used again', async () => {
  const hash = createHash('sha256');
  let left = FILE.length;
  const readInFits = async (socket: Socket) => {
    let inBody = false;
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      const from = inBody ? 0 : chunk.indexOf('\r\n\r\n') + 4;
      inBody = true;
      hash.update(chunk.subarray(from));
      left -= chunk.length - from;
      if (Math.random() < 0.2) await sleep(1);
      if (left === 0) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
    }
  };
  const { host } = await untilTestEnds(
    startTcpServer((socket) => void readInFits(socket).catch(() => undefined)),
  );
  const memories = new Set<unknown>();
  const content = { size: FILE.length, ...wrapDiskFile(file) };
  const body = {
    length: FILE.length,
    async *stream() {
      for await (const piece of lendBytes(content)) {
        memories.add(piece.buffer);
        yield piece;
      }
    },
  };
  const exchange = buildGetRequest(`http://${host}`, { method: 'POST', body });
  expect(await exchangeText(exchange)).toMatchObject({ status: 200 });
  expect(hash.digest('hex')).toBe(createHash('sha256').update(FILE).digest('hex'));
  expect(memories.size).toBe(2);
});
