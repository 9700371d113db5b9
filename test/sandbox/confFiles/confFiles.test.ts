import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxOptions } from '../../../sandbox';
import { closeSandboxes, sandboxWith, tokenOf } from '../client';
import { answerOf, form, list, rawUpload, remove, retrieve, upload } from './client';

afterEach(closeSandboxes);

const bare = (options: SandboxOptions = {}) => sandboxWith({ seed: false, ...options });

const BYTES = Buffer.from(Array.from({ length: 70_000 }, (_none, index) => index % 251));

test.each([
  ['a form', () => form(BYTES)],
  ['the body', () => BYTES],
])('a file sent as %s comes back byte for byte, is replaced and deleted', async (_how, body) => {
  const sandbox = await bare({ basePath: '/tenant-a' });
  const first = await upload(sandbox, '/a/b/c.bin', body());
  expect([first.status, await first.json()]).toEqual([201, { path: '/a/b/c.bin', size: 70_000 }]);
  const back = await retrieve(sandbox, '/a/b/c.bin');
  expect(back.headers.get('content-length')).toBe('70000');
  expect(back.headers.get('content-type')).toBe('application/octet-stream');
  expect(Buffer.from(await back.arrayBuffer()).equals(BYTES)).toBe(true);

  expect((await upload(sandbox, '/a/b/c.bin', 'shorter')).status).toBe(200);
  expect(sandbox.confFiles.read('/a/b/c.bin')?.toString()).toBe('shorter');
  expect((await remove(sandbox, '/a/b/c.bin')).status).toBe(200);
  expect((await remove(sandbox, '/a/b/c.bin')).status).toBe(404);
  expect((await retrieve(sandbox, '/a/b/c.bin')).status).toBe(404);
});

test('an empty file is a file', async () => {
  const sandbox = await bare();
  expect((await upload(sandbox, '/form.txt', form(''))).status).toBe(201);
  expect((await upload(sandbox, '/body.txt', '')).status).toBe(201);
  expect(await (await retrieve(sandbox, '/form.txt')).text()).toBe('');
  expect(sandbox.confFiles.files()).toEqual(
    new Map([
      ['/body.txt', 0],
      ['/form.txt', 0],
    ]),
  );
});

const NAMES = [
  'a b',
  '100%',
  '%2F',
  '#1?x=y&z',
  'a+b',
  'ünï😀',
  "it's (1)*!~",
  'a:b|"c"<d>\\',
  '..hidden',
  '.env',
  'x'.repeat(255),
  'é'.repeat(127),
  '%'.repeat(255),
];

test.each(NAMES)('the name %s comes back as it went', async (name) => {
  const sandbox = await bare();
  const rawPath = `/${encodeURIComponent(name)}/${encodeURIComponent(name)}`;
  const path = `/${name}/${name}`;
  const answer = await upload(sandbox, rawPath, name);
  expect(await answer.json()).toEqual({ path, size: Buffer.byteLength(name) });
  expect(await list(sandbox, '/')).toMatchObject([{ name, type: 'directory' }]);
  expect(await list(sandbox, `/${name}`)).toMatchObject([{ name, path, type: 'file' }]);
  expect(await (await retrieve(sandbox, rawPath)).text()).toBe(name);
  expect(sandbox.confFiles.paths()).toEqual([path]);
  expect((await remove(sandbox, rawPath)).status).toBe(200);
  expect(await list(sandbox, '/')).toEqual([]);
});

test('signs that need no encoding may be sent bare', async () => {
  const sandbox = await bare();
  await answerOf(rawUpload(sandbox, "/a+b&c=d'(e)!*;,@:$").end('x'));
  expect(sandbox.confFiles.paths()).toEqual(["/a+b&c=d'(e)!*;,@:$"]);
});

test('names that share their first 255 bytes on disk stay apart', async () => {
  const sandbox = await bare();
  const [one, two] = [`${'%'.repeat(254)}1`, `${'%'.repeat(254)}2`];
  sandbox.confFiles.write(`/${one}`, '1');
  sandbox.confFiles.write(`/${two}/below`, '2');
  expect(sandbox.confFiles.paths()).toEqual([`/${one}`, `/${two}/below`]);
  expect(sandbox.confFiles.remove(`/${one}`)).toBe(true);
  expect(sandbox.confFiles.paths()).toEqual([`/${two}/below`]);
});

test.each([
  '/../a',
  '/a/./b',
  '/%2e%2e/a',
  '/a/%2E',
  '//a',
  '/a/',
  '/a//b',
  '/a%2Fb',
  '/a%2fb',
  '/a%00',
  '/a%0A',
  '/a%C2%85',
  '/%ff',
  '/a%',
  `/${'x'.repeat(256)}`,
  `/${'%C3%A9'.repeat(128)}`,
])('the path %s is refused', async (rawPath) => {
  const folder = mkdtempSync(join(tmpdir(), 'conf-files-test-'));
  const sandbox = await bare({ confFolder: folder });
  expect((await answerOf(rawUpload(sandbox, rawPath).end('x'))).status).toBe(400);
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['.staging', 'files']);
  rmSync(folder, { recursive: true });
});

test('a path deeper than the disk allows is refused', async () => {
  const sandbox = await bare();
  const rawPath = `/${'x'.repeat(250)}`.repeat(40);
  expect((await upload(sandbox, rawPath, 'x')).status).toBe(400);
  expect((await remove(sandbox, rawPath)).status).toBe(400);
  expect(sandbox.confFiles.paths()).toEqual([]);
});

test('a file and a folder cannot be in the same place', async () => {
  const sandbox = await bare();
  sandbox.confFiles.write('/folder/file', 'x');
  expect((await upload(sandbox, '/folder', 'y')).status).toBe(409);
  expect((await upload(sandbox, '/folder/file/below', 'y')).status).toBe(409);
  expect((await upload(sandbox, '/folder/file/far/below', 'y')).status).toBe(409);
  expect((await remove(sandbox, '/folder')).status).toBe(409);
  expect((await remove(sandbox, '/folder/file/below')).status).toBe(404);
  expect((await retrieve(sandbox, '/folder')).status).toBe(404);
  expect(() => sandbox.confFiles.write('/folder', 'y')).toThrow();
  expect(sandbox.confFiles.files()).toEqual(new Map([['/folder/file', 1]]));
});

test('only the upload token opens uploads and deletions, in its own place', async () => {
  const sandbox = await sandboxWith();
  const { baseUrl, uploadToken } = sandbox.uploadCredentials;
  expect(uploadToken).toMatch(/^[0-9a-f]{64}$/);
  const statusOf = async (method: string, path: string, headers: Record<string, string>) => {
    const answer = await fetch(`${baseUrl}${path}`, { method, headers });
    expect(await answer.json()).toMatchObject({ status: answer.status });
    return answer.status;
  };
  const login = { Authorization: `Bearer ${await tokenOf(sandbox)}` };
  const good = { Authorization: `Bearer ${uploadToken}` };
  for (const [method, path] of [
    ['POST', '/conf/upload'],
    ['DELETE', '/conf'],
  ] as const) {
    expect(await statusOf(method, `${path}/demo/1/spark/x`, {})).toBe(401);
    expect(await statusOf(method, `${path}/demo/1/spark/x`, login)).toBe(403);
    expect(await statusOf(method, `${path}/other/1/spark/x`, good)).toBe(404);
    expect(await statusOf(method, `${path}/demo/2/spark/x`, good)).toBe(404);
  }
  const local = `${sandbox.confFiles.localAddress}/configuration`;
  expect((await fetch(`${local}/demo/1`)).status).toBe(200);
  expect((await fetch(`${local}/demo/2`)).status).toBe(404);
  expect((await fetch(`${local}/other/1/spark/log4j.properties`)).status).toBe(404);
  expect(sandbox.confFiles.paths()).toEqual([
    '/certificates/README.txt',
    '/hadoop/core-site.xml',
    '/spark/log4j.properties',
    '/spark/spark-defaults.conf',
  ]);
});

test('a sandbox may insist on one form of upload', async () => {
  const multipart = await bare({ uploadFormat: 'multipart' });
  expect((await upload(multipart, '/a', 'x')).status).toBe(415);
  expect((await upload(multipart, '/a', form('x'))).status).toBe(201);
  expect(multipart.uploadCredentials.uploadFormat).toBe('multipart');
  const binary = await bare({ uploadFormat: 'binary' });
  expect((await upload(binary, '/a', form('x'))).status).toBe(415);
  const json = { 'Content-Type': 'application/json' };
  expect((await upload(binary, '/a', '{ no json', json)).status).toBe(201);
  expect(binary.uploadCredentials.uploadFormat).toBe('binary');
});

test('a listing comes in four forms, on the clock of the sandbox', async () => {
  const sandbox = await bare({ clock: () => 1_700_000_000_000, listingForm: 'names' });
  sandbox.confFiles.write('/b.txt', 'four');
  sandbox.confFiles.write('/a/c/d.txt', '1');
  expect(await list(sandbox, '/')).toEqual(['a/', 'b.txt']);
  expect(await list(sandbox, '/a/')).toEqual(['c/']);
  expect(await list(sandbox, '/b.txt')).toBe(404);
  expect(await list(sandbox, '/nowhere')).toBe(404);
  expect(await list(sandbox, '/../a')).toBe(400);

  const lastModified = '2023-11-14T22:13:20.000Z';
  const file = { name: 'b.txt', path: '/b.txt', type: 'file', size: 4, lastModified };
  const folder = { name: 'a', path: '/a', type: 'directory', size: 0, lastModified };
  sandbox.confFiles.listingForm = 'objects';
  expect(await list(sandbox, '/')).toEqual([folder, file]);

  sandbox.confFiles.listingForm = 'wrapped';
  const modifiedAt = lastModified;
  expect(await list(sandbox, '/')).toEqual({
    path: '/',
    files: [
      { name: 'a', isDirectory: true, size: 0, modifiedAt },
      { name: 'b.txt', isDirectory: false, size: 4, modifiedAt },
    ],
  });
  expect(await list(sandbox, '/a/c')).toMatchObject({ path: '/a/c', files: [{ name: 'd.txt' }] });

  sandbox.confFiles.listingForm = 'nested';
  const below = { ...file, name: 'd.txt', path: '/a/c/d.txt', size: 1 };
  const inner = { ...folder, name: 'c', path: '/a/c', children: [below] };
  expect(await list(sandbox, '/')).toEqual([{ ...folder, children: [inner] }, file]);
});

test('a folder lasts as long as there are files in it, the root forever', async () => {
  const sandbox = await bare();
  sandbox.confFiles.write('/a/b/1', 'x');
  sandbox.confFiles.write('/a/2', 'x');
  await remove(sandbox, '/a/b/1');
  expect(await list(sandbox, '/a/b')).toBe(404);
  expect(await list(sandbox, '/a')).toMatchObject([{ name: '2' }]);
  await remove(sandbox, '/a/2');
  expect(await list(sandbox, '/a')).toBe(404);
  expect(await list(sandbox, '/')).toEqual([]);
  expect((await upload(sandbox, '/a', 'now a file')).status).toBe(201);
});

test('a folder that was asked for keeps its files, a temporary one goes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'conf-files-test-'));
  const first = await sandboxWith({ confFolder: folder });
  first.confFiles.write('/kept.txt', 'x');
  first.confFiles.remove('/hadoop/core-site.xml');
  const kept = first.confFiles.paths();
  await first.close();
  const second = await sandboxWith({ confFolder: folder });
  expect(second.confFiles.paths()).toEqual(kept);
  await second.close();
  expect(existsSync(folder)).toBe(true);
  rmSync(folder, { recursive: true });

  const temporary = () =>
    readdirSync(tmpdir()).filter((name) => name.startsWith(`sandbox-conf-files-${process.pid}-`));
  const before = temporary().length;
  const third = await sandboxWith();
  expect(temporary()).toHaveLength(before + 1);
  await third.close();
  expect(temporary()).toHaveLength(before);
});

test('calls and connections of both addresses are counted, without the bodies', async () => {
  const sandbox = await bare();
  await (await upload(sandbox, '/a', 'secret')).text();
  const toThePlatform = sandbox.stats.connections;
  await list(sandbox, '/');
  expect(sandbox.stats.connections).toBe(toThePlatform + 1);
  await (await retrieve(sandbox, '/a')).text();
  await (await remove(sandbox, '/a')).text();
  expect(sandbox.stats).toMatchObject({
    requests: 4,
    byOperation: { confUpload: 1, confList: 1, confRetrieve: 1, confDelete: 1 },
  });
  expect(sandbox.stats.recent[0]).toMatchObject({ operation: 'confUpload', body: undefined });
});

test('the page shows the files', async () => {
  const sandbox = await bare({ clock: () => 5_000 });
  sandbox.confFiles.write('/a/b', 'x');
  const state = await (await fetch(`${sandbox.baseUrl}/sandbox/state`)).json();
  expect(state).toMatchObject({
    counters: { confFiles: 1 },
    confFiles: [{ path: '/a/b', size: 1, modifiedAt: 5_000 }],
  });
});
