import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxOptions } from '../../../sandbox';
import { closeSandboxes, sandboxWith } from '../client';
import {
  answerOf,
  form,
  piecesOf,
  rawUpload,
  remove,
  retrieve,
  staged,
  until,
  upload,
} from './client';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'conf-files-test-'));
});

afterEach(async () => {
  await closeSandboxes();
  rmSync(folder, { recursive: true });
});

const bare = (options: SandboxOptions = {}) =>
  sandboxWith({ seed: false, confFolder: folder, ...options });

test('an announced length that is too large is refused before the body comes', async () => {
  const sandbox = await bare({ maxFileBytes: 1000 });
  const sent = rawUpload(sandbox, '/a', { 'Content-Length': 1001 });
  sent.flushHeaders();
  const [response] = await once(sent, 'response');
  expect(response.statusCode).toBe(413);
  expect(response.headers.connection).toBe('close');
  sent.on('error', () => undefined).destroy();
  expect((await upload(sandbox, '/a', 'x'.repeat(1000))).status).toBe(201);
});

test('the response reaches a client that sends all of its body first', async () => {
  const sandbox = await bare({ maxFileBytes: 1000 });
  const body = Buffer.alloc(20_000_000);
  for (const sent of [body, form(body)]) {
    expect((await upload(sandbox, '/a', sent)).status).toBe(413);
  }
  expect(sandbox.confFiles.paths()).toEqual([]);
});

test('without an announced length, the limit holds as the file comes in', async () => {
  const sandbox = await bare({ maxFileBytes: 1000 });
  const sent = rawUpload(sandbox, '/a', { 'Transfer-Encoding': 'chunked' });
  sent.write(Buffer.alloc(600));
  await until(() => staged(folder).length === 1);
  sent.write(Buffer.alloc(401));
  expect((await answerOf(sent)).status).toBe(413);
  sent.on('error', () => undefined).destroy();
  await until(() => staged(folder).length === 0);
  expect((await upload(sandbox, '/a', form('x'.repeat(1001)))).status).toBe(413);
  expect((await upload(sandbox, '/a', form('x'.repeat(1000)))).status).toBe(201);
});

test('uploads use up room, and deletions free it', async () => {
  const sandbox = await bare({ freeBytes: 1000 });
  expect((await upload(sandbox, '/a', 'x'.repeat(1001))).status).toBe(507);
  expect((await upload(sandbox, '/a', form('x'.repeat(1001)))).status).toBe(507);
  expect((await upload(sandbox, '/a', 'x'.repeat(600))).status).toBe(201);
  expect((await upload(sandbox, '/b', 'x'.repeat(401))).status).toBe(507);
  expect((await upload(sandbox, '/a', 'x'.repeat(400))).status).toBe(200);
  expect((await upload(sandbox, '/b', form('x'.repeat(600)))).status).toBe(201);
  expect((await upload(sandbox, '/c', 'x')).status).toBe(507);
  expect((await remove(sandbox, '/b')).status).toBe(200);
  expect((await upload(sandbox, '/c', 'x'.repeat(600))).status).toBe(201);
});

test('a refused upload leaves its connection fit for the next request', async () => {
  const sandbox = await bare();
  sandbox.confFiles.write('/folder/file', 'x');
  const broken = { 'Content-Type': 'multipart/form-data; boundary=x' };
  const body = Buffer.alloc(3_000_000);
  expect((await upload(sandbox, '/folder', body)).status).toBe(409);
  expect((await upload(sandbox, '/a', body, { Authorization: 'Bearer no' })).status).toBe(403);
  expect((await upload(sandbox, '/a', body, broken)).status).toBe(400);
  expect((await upload(sandbox, '/a', body)).status).toBe(201);
  expect(sandbox.confFiles.paths()).toEqual(['/a', '/folder/file']);
});

test.each([
  ['/folder', {}, 409],
  ['/../a', {}, 400],
  ['/a', { Authorization: 'Bearer no' }, 403],
  ['/a', { Authorization: '' }, 401],
  ['/a', { 'Content-Type': 'multipart/form-data' }, 400],
])(
  'a client that closes its connection gets its answer at %s %j',
  async (path, headers, status) => {
    const sandbox = await bare();
    sandbox.confFiles.write('/folder/file', 'x');
    for (let round = 0; round < 5; round++) {
      const sent = rawUpload(sandbox, path, { ...headers, Connection: 'close' });
      expect((await answerOf(sent.end(Buffer.alloc(5_000_000)))).status).toBe(status);
    }
  },
);

test('what follows a broken beginning is still accepted', async () => {
  const sandbox = await bare();
  const body = Buffer.concat([Buffer.from('--xtra\r\n\r\n'), Buffer.alloc(30_000_000)]);
  const sent = rawUpload(sandbox, '/a', {
    'Content-Type': 'multipart/form-data; boundary=x',
    'Content-Length': body.length,
    Connection: 'keep-alive',
  });
  const [answer] = await Promise.all([answerOf(sent), once(sent.end(body), 'finish')]);
  expect(answer.status).toBe(400);
});

test('a file is there whole or not at all, and an upload that breaks off leaves nothing', async () => {
  const sandbox = await bare({ freeBytes: 10_000 });
  sandbox.confFiles.write('/a', 'before');
  const sent = rawUpload(sandbox, '/a', { 'Content-Length': 5000 });
  sent.on('error', () => undefined).write(Buffer.alloc(4999));
  await until(() => staged(folder).length === 1);
  expect(await (await retrieve(sandbox, '/a')).text()).toBe('before');
  sent.destroy();
  await until(() => staged(folder).length === 0);
  expect(sandbox.confFiles.read('/a')?.toString()).toBe('before');
  // Its room is free again.
  expect((await upload(sandbox, '/b', Buffer.alloc(9994))).status).toBe(201);
});

test('closing in the middle of an upload leaves nothing', async () => {
  const sandbox = await bare();
  const sent = rawUpload(sandbox, '/a', { 'Content-Length': 5000 });
  sent.on('error', () => undefined).write(Buffer.alloc(4999));
  await until(() => staged(folder).length === 1);
  await sandbox.close();
  expect(staged(folder)).toEqual([]);
});

test('a file that is replaced or deleted while it is read is read to its end', async () => {
  const sandbox = await bare();
  const content = Buffer.alloc(30_000_000, 'a');
  sandbox.confFiles.write('/a', content);
  const [replaced, deleted] = [await retrieve(sandbox, '/a'), await retrieve(sandbox, '/a')];
  sandbox.confFiles.write('/a', 'b');
  expect(Buffer.from(await replaced.arrayBuffer()).equals(content)).toBe(true);
  sandbox.confFiles.remove('/a');
  expect(Buffer.from(await deleted.arrayBuffer()).equals(content)).toBe(true);
});

test('a large file passes through without filling the memory, both ways', async () => {
  const sandbox = await bare();
  const [chunk, chunks] = [Buffer.alloc(1 << 20, 'x'), 300];
  const before = process.memoryUsage().rss;
  let most = 0;
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss - before);
  }, 20);
  const sent = rawUpload(sandbox, '/large', { 'Content-Length': chunk.length * chunks });
  for (let count = 0; count < chunks; count++) {
    if (!sent.write(chunk)) await once(sent, 'drain');
  }
  expect((await answerOf(sent.end())).status).toBe(201);
  let read = 0;
  for await (const piece of piecesOf(await retrieve(sandbox, '/large'))) read += piece.length;
  clearInterval(watching);
  expect(read).toBe(chunk.length * chunks);
  expect(most).toBeLessThan(150 * 1024 * 1024);
});
