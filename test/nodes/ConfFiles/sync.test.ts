import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Sandbox } from '../../../sandbox';
import type { StartItem } from '../../../harness/engine/helperNodes';
import type { NodeUnderTest } from '../../../harness/engine/runWorkflow';
import { runConfFiles, startEmptySandbox, textFile } from './support';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startEmptySandbox();
});
afterEach(() => sandbox.close());

const sync = async (
  items: StartItem[],
  { dryRun = false, ...options }: { dryRun?: boolean } & Record<string, unknown> = {},
  targetPath = '/',
  settings: NodeUnderTest['settings'] = {},
) =>
  await runConfFiles(
    sandbox,
    {
      resource: 'folder',
      operation: 'sync',
      targetPath,
      filePath: '={{ $json.path }}',
      binaryPropertyName: 'data',
      dryRun,
      options: options as never,
    },
    items,
    { settings },
  );

const CONTINUE = { onError: 'continueRegularOutput' } as const;
const syncAndContinue = async (items: StartItem[], options: Record<string, unknown> = {}) =>
  await sync(items, options, '/', CONTINUE);

const actions = ({ json }: Awaited<ReturnType<typeof sync>>) =>
  json.map(({ action, path }) => `${String(action)} ${String(path)}`);
const uploads = () => sandbox.stats.byOperation.confUpload ?? 0;

test('uploads what is new or different, and nothing that is the same', async () => {
  sandbox.confFiles.write('/same', 'same');
  sandbox.confFiles.write('/other', 'abc');
  const result = await sync([
    textFile('same', 'same'),
    textFile('other', 'xyz'),
    textFile('deep/new', 'new'),
  ]);
  expect(actions(result)).toEqual(['unchanged /same', 'uploaded /other', 'uploaded /deep/new']);
  expect(result.json[1]).toEqual({ path: '/other', action: 'uploaded', size: 3 });
  expect(result.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([
    { item: 0 },
    { item: 1 },
    { item: 2 },
  ]);
  expect(uploads()).toBe(2);
  expect(sandbox.confFiles.read('/other')?.toString()).toBe('xyz');
});

test('leaves other files alone unless asked, and other folders always', async () => {
  for (const path of ['/top/extra', '/top/deep/extra', '/elsewhere']) {
    sandbox.confFiles.write(path, 'x');
  }
  expect(actions(await sync([textFile('a', '1')], {}, '/top'))).toEqual(['uploaded /top/a']);
  sandbox.confFiles.listingForm = 'names';
  const result = await sync([textFile('a', '1')], { deleteExtraneous: true }, '/top');
  expect(actions(result)).toEqual([
    'unchanged /top/a',
    'deleted /top/deep/extra',
    'deleted /top/extra',
  ]);
  expect(sandbox.confFiles.paths()).toEqual(['/elsewhere', '/top/a']);
});

test('a rehearsal reports all and changes nothing', async () => {
  sandbox.confFiles.write('/extra', 'x');
  const result = await sync([textFile('a', '1')], { deleteExtraneous: true, dryRun: true });
  expect(actions(result)).toEqual(['uploaded /a', 'deleted /extra']);
  expect(sandbox.confFiles.paths()).toEqual(['/extra']);
});

test('always: files that are there take turns like others, so that few are tried once the service is gone', async () => {
  const items = Array.from({ length: 40 }, (_, index) => textFile(`${index}`, 'same'));
  for (const index of items.keys()) sandbox.confFiles.write(`/${index}`, 'same');
  sandbox.accidents.add({ kind: 'resetBefore', operation: 'confUpload', times: 10_000 });
  const { json } = await syncAndContinue(items, { compare: 'always', concurrency: 2 });
  expect(json.map(({ action }) => action)).toEqual(items.map(() => 'failed'));
  const tried = json.filter(({ error }) => !String(error).includes('was not tried'));
  // The third that is lost ends it, while one more may be under way.
  expect(tried.length).toBeGreaterThanOrEqual(3);
  expect(tried.length).toBeLessThanOrEqual(4);
});

test.each([
  ['two items with one path', ['a', '/a'], 'Two items have the path /a'],
  ['a file below a file', ['a/b', 'a'], 'is below a path that is a file'],
])('refuses %s before anything is sent', async (_name, paths, message) => {
  const { error } = await sync(paths.map((path) => textFile(path, 'x')));
  expect(error?.message).toContain(message);
  expect(sandbox.stats.requests).toBe(0);
});

test('deletes nothing when a listing fails', async () => {
  sandbox.confFiles.write('/extra', 'x');
  sandbox.confFiles.write('/deep/extra', 'x');
  sandbox.accidents.add({ kind: 'badJson', operation: 'confList', skip: 1, times: 99 });
  const { error } = await sync([textFile('a', '1')], { deleteExtraneous: true });
  expect(error?.message).toContain('has an unknown format');
  expect(sandbox.confFiles.paths()).toEqual(['/deep/extra', '/extra']);
});

test('a folder in the place of a file is reported', async () => {
  sandbox.confFiles.write('/a/b', 'x');
  const { json } = await syncAndContinue([textFile('a', '1')]);
  expect(json).toEqual([
    expect.objectContaining({ action: 'failed', error: '/a is a folder on the platform' }),
  ]);
});

describe('400 small files', () => {
  const items = Array.from({ length: 400 }, (_, index) =>
    textFile(`folder-${index % 20}/file-${index}.txt`, `content ${index}`),
  );

  test('go in one execution with at most 16 connections; the second sends no upload', async () => {
    const first = await sync(items, { concurrency: 8 });
    expect(first.error).toBeUndefined();
    expect(first.json.every(({ action }) => action === 'uploaded')).toBe(true);
    expect(sandbox.stats.maxOpenConnections).toBeLessThanOrEqual(16);
    expect(uploads()).toBe(400);

    sandbox.stats.reset();
    const second = await sync(items, { concurrency: 8, deleteExtraneous: true });
    expect(second.json.every(({ action }) => action === 'unchanged')).toBe(true);
    expect(uploads()).toBe(0);
    expect(sandbox.stats.maxOpenConnections).toBeLessThanOrEqual(16);
  }, 120_000);

  test('end in the same state when the service is killed in the middle and started again', async () => {
    const confFolder = mkdtempSync(path.join(tmpdir(), 'conf-files-'));
    try {
      await sandbox.close();
      sandbox = await startEmptySandbox({ confFolder, uploadToken: 'kept' });
      const { port } = sandbox;
      const confLocalPort = Number(new URL(sandbox.confFiles.localAddress).port);

      const running = syncAndContinue(items, { deleteExtraneous: true });
      while (uploads() < 100) await new Promise((resolve) => setTimeout(resolve, 5));
      await sandbox.close();
      const first = await running;
      expect(first.json.some(({ action }) => action === 'failed')).toBe(true);

      sandbox = await startEmptySandbox({ confFolder, uploadToken: 'kept', port, confLocalPort });
      const kept = sandbox.confFiles.paths().length;
      expect(kept).toBeGreaterThanOrEqual(80);
      const second = await sync(items, { deleteExtraneous: true });
      expect(second.json.some(({ action }) => action === 'failed')).toBe(false);
      expect(uploads()).toBe(400 - kept);
      expect(sandbox.confFiles.paths()).toHaveLength(400);
    } finally {
      await sandbox.close();
      rmSync(confFolder, { recursive: true, force: true });
    }
  }, 120_000);
});
