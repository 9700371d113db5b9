import type { StartItem } from '../../support/engine/helperNodes';
import { sandboxForEachTest } from '../../support/testSandbox';
import { actionsOf, runConfFiles, SYNC, textFile } from './support';

const sandbox = sandboxForEachTest({ seed: false });

const sync = async (items: StartItem[], options: object = {}, targetPath?: string) =>
  await runConfFiles(sandbox, { ...SYNC, options, ...(targetPath && { targetPath }) }, items);
const syncAndContinue = async (items: StartItem[], options: object = {}) =>
  await runConfFiles(sandbox, { ...SYNC, options }, items, {
    settings: { onError: 'continueRegularOutput' },
  });
const uploads = () => sandbox.stats.byOperation.confUpload ?? 0;

test('uploads what is new or different, and nothing that is the same', async () => {
  sandbox.confFiles.write('/same', 'same');
  sandbox.confFiles.write('/other', 'abc');
  const items = [textFile('same', 'same'), textFile('other', 'xyz'), textFile('deep/new', 'new')];
  const result = await sync(items);
  expect(actionsOf(result)).toEqual(['unchanged /same', 'uploaded /other', 'uploaded /deep/new']);
  expect(result.hints).toEqual(['Synced 3 files: 2 uploaded, 1 unchanged.']);
  expect(result.json[1]).toEqual({ path: '/other', action: 'uploaded', size: 3 });
  expect(result.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
    items.map((_item, item) => ({ item })),
  );
  expect(uploads()).toBe(2);
  expect(sandbox.confFiles.read('/other')?.toString()).toBe('xyz');
});

test('leaves other files alone unless asked, and other folders always', async () => {
  const there = ['/top/extra', '/top/deep/extra', '/elsewhere'];
  for (const path of there) sandbox.confFiles.write(path, 'x');
  const file = textFile('a', '1');
  expect(actionsOf(await sync([file], {}, '/top'))).toEqual(['uploaded /top/a']);
  sandbox.confFiles.listingForm = 'names';
  expect(actionsOf(await sync([file], { deleteExtraneous: true }, '/top'))).toEqual([
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
  ['two files with one path', ['a', '/a'], 'Two files have the path /a'],
  ['a file below a file', ['a/b', 'a'], 'is below a path that is a file'],
])('refuses %s before anything is sent', async (_name, paths, message) => {
  const { error } = await sync(paths.map((path) => textFile(path, 'x')));
  expect(error?.message).toContain(message);
  expect(sandbox.stats.requests).toBe(0);
});

test('a folder in the place of a file is reported', async () => {
  sandbox.confFiles.write('/a/b', 'x');
  const { json } = await syncAndContinue([textFile('a', '1')]);
  const error = '/a is a folder on the platform';
  expect(json).toEqual([expect.objectContaining({ action: 'failed', error })]);
});

test('100 small files go in one execution with at most 16 connections; the second sends no upload', async () => {
  const items = Array.from({ length: 100 }, (_, index) =>
    textFile(`folder-${index % 20}/file-${index}.txt`, `content ${index}`),
  );
  for (const [action, count] of Object.entries({ uploaded: 100, unchanged: 0 })) {
    sandbox.stats.reset();
    const { json } = await sync(items, { concurrency: 8, deleteExtraneous: true });
    expect(json.map((item) => item.action)).toEqual(items.map(() => action));
    expect(uploads()).toBe(count);
    expect(sandbox.stats.maxOpenConnections).toBeLessThanOrEqual(16);
  }
});
