import type { Sandbox } from '../../../sandbox';
import type { StartItem } from '../../support/engine/helperNodes';
import { runSync, startEmptySandbox, textFile, type SyncFields } from './support';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startEmptySandbox();
});
afterEach(() => sandbox.close());

const sync = async (items: StartItem[], options: object = {}, more: SyncFields = {}) =>
  await runSync(sandbox, items, { filePath: '={{ $json.path }}', options, ...more });
const syncAndContinue = async (items: StartItem[], options?: object) =>
  await sync(items, options, { settings: { onError: 'continueRegularOutput' } });

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
  expect(actions(await sync([textFile('a', '1')], {}, { targetPath: '/top' }))).toEqual([
    'uploaded /top/a',
  ]);
  sandbox.confFiles.listingForm = 'names';
  const result = await sync(
    [textFile('a', '1')],
    { deleteExtraneous: true },
    { targetPath: '/top' },
  );
  expect(actions(result)).toEqual([
    'unchanged /top/a',
    'deleted /top/deep/extra',
    'deleted /top/extra',
  ]);
  expect(sandbox.confFiles.paths()).toEqual(['/elsewhere', '/top/a']);
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

test('a folder in the place of a file is reported', async () => {
  sandbox.confFiles.write('/a/b', 'x');
  const { json } = await syncAndContinue([textFile('a', '1')]);
  expect(json).toEqual([
    expect.objectContaining({ action: 'failed', error: '/a is a folder on the platform' }),
  ]);
});

test('100 small files go in one execution with at most 16 connections; the second sends no upload', async () => {
  const items = Array.from({ length: 100 }, (_, index) =>
    textFile(`folder-${index % 20}/file-${index}.txt`, `content ${index}`),
  );
  const first = await sync(items, { concurrency: 8 });
  expect(first.error).toBeUndefined();
  expect(first.json.every(({ action }) => action === 'uploaded')).toBe(true);
  expect(sandbox.stats.maxOpenConnections).toBeLessThanOrEqual(16);
  expect(uploads()).toBe(100);

  sandbox.stats.reset();
  const second = await sync(items, { concurrency: 8, deleteExtraneous: true });
  expect(second.json.every(({ action }) => action === 'unchanged')).toBe(true);
  expect(uploads()).toBe(0);
  expect(sandbox.stats.maxOpenConnections).toBeLessThanOrEqual(16);
});
