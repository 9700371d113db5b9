import type { StartItem } from '../../support/engine/helperNodes';
import { runNode } from '../../support/engine/runWorkflow';
import { CONF_FILES_NODE, runSync, startEmptySandbox, textFile, type SyncFields } from './support';
import { ownSandbox as sandbox, testBeside } from '../../support/ownSandbox';

const test = testBeside(async () => await startEmptySandbox({ maxFileBytes: 10 }));

const BY_PATH = { filePath: '={{ $json.path }}' };
const sync = async (
  items: StartItem[],
  settings: SyncFields['settings'],
  options: object = {},
  more: SyncFields = {},
) => await runSync(sandbox(), items, { ...BY_PATH, settings, options, ...more });

const TOO_LARGE = 'far too large';
const ITEMS = [textFile('a', '1'), textFile('big', TOO_LARGE), textFile('c', '3')];
const uploads = () => sandbox().stats.byOperation.confUpload ?? 0;

describe('a sync in which files failed', () => {
  test('stops the workflow with a summary of what failed and what was done', async () => {
    const { error, outputs } = await sync(ITEMS, {});
    expect(error?.message).toBe('1 of 3 files failed');
    expect(error?.description).toMatch(/did not upload \/big: .*HTTP 413/);
    expect(error?.description).toContain('The other files: 2 uploaded, 0 unchanged, 0 deleted.');
    expect(outputs[0] ?? []).toEqual([]);
    expect(sandbox().confFiles.paths()).toEqual(['/a', '/c']);
  });

  test('names the first few of many', async () => {
    const items = Array.from({ length: 100 }, (_, i) =>
      textFile(`f${i}`, i < 30 ? TOO_LARGE : 'x'),
    );
    const { error } = await sync(items, {});
    expect(error?.message).toBe('30 of 100 files failed');
    expect(error?.description).toContain('And 25 more.');
    expect(error?.description).toContain('70 uploaded');
    expect(String(error?.description).length).toBeLessThan(4000);
  });

  test('sends what failed to the error branch, and the rest to the other', async () => {
    const { error, outputs } = await sync(ITEMS, { onError: 'continueErrorOutput' });
    expect(error).toBeUndefined();
    expect(outputs[0]?.map(({ json }) => json.path)).toEqual(['/a', '/c']);
    expect(outputs[1]?.map(({ json }) => json.error)).toEqual([
      expect.stringMatching(/\/big.*413/),
    ]);
  });

  test('does the other items where errors continue, and deletes nothing', async () => {
    sandbox().confFiles.write('/extra', 'x');
    const { json } = await sync(
      [textFile('a', '1'), textFile('../b', '2')],
      { onError: 'continueRegularOutput' },
      { deleteExtraneous: true },
    );
    expect(json).toEqual([
      { path: '/a', action: 'uploaded', size: 1 },
      expect.objectContaining({ path: '../b', action: 'failed' }),
    ]);
    expect(sandbox().confFiles.paths()).toEqual(['/a', '/extra']);
  });
});

describe('a folder that cannot be listed', () => {
  const EVERYTHING = { deleteExtraneous: true };

  test.each([
    ['is refused', { status: 403 }, /HTTP 403|not allow/],
    // The first list is that of the folder, the second that of the folder in it.
    ['changes meanwhile', { status: 404, skip: 1 }, /404|no such|not there|does not exist/i],
  ])('that %s stops the sync: nothing is sent or deleted', async (_name, accident, message) => {
    sandbox().confFiles.write('/sub/extra', 'x');
    sandbox().accidents.add({ kind: 'status', operation: 'confList', ...accident });
    const { error } = await sync([textFile('a', '1')], {}, EVERYTHING);
    expect(`${error?.message} ${error?.description}`).toMatch(message);
    expect(uploads()).toBe(0);
    expect(sandbox().confFiles.paths()).toEqual(['/sub/extra']);
  });
});

describe('Retry On Fail', () => {
  const RETRY = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };

  test.each(['always', 'content'])('sends only what is missing (compare %s)', async (compare) => {
    const items = Array.from({ length: 100 }, (_, i) => textFile(`f${i}`, `${i}`));
    const { customer, platformId } = sandbox().uploadCredentials;
    sandbox().accidents.add({
      kind: 'status',
      status: 400,
      operation: 'confUpload',
      path: `/conf/upload/${customer}/${platformId}/f7`,
    });
    const { error, json } = await sync(items, RETRY, { compare });
    expect(error).toBeUndefined();
    expect(json.every(({ action }) => action === 'uploaded')).toBe(true);
    expect(uploads()).toBeLessThanOrEqual(101);
    expect(sandbox().confFiles.paths()).toHaveLength(100);
  });

  test('two branches that bring the same items are two runs of the node', async () => {
    const items = Array.from({ length: 3 }, (_, i) => textFile(`f${i}`, `${i}`));
    // The first try fails, so that the second one goes on with what it remembers.
    sandbox().accidents.add({ kind: 'status', status: 400, operation: 'confUpload' });
    const { run, error } = await runNode(
      {
        type: CONF_FILES_NODE,
        parameters: {
          resource: 'folder',
          operation: 'sync',
          ...BY_PATH,
          options: { compare: 'always' },
        },
        settings: RETRY,
      },
      { dataPlatformUploadTokenApi: sandbox().uploadCredentials },
      { items, branches: 2 },
    );
    expect(error).toBeUndefined();
    expect(run.data.resultData.runData.Node).toHaveLength(2);
    // One of them twice in the first run.
    expect(uploads()).toBe(2 * items.length + 1);
  });

  test('reports also the files that the earlier try had deleted', async () => {
    sandbox().confFiles.write('/x1', 'x');
    sandbox().confFiles.write('/x2', 'x');
    sandbox().accidents.add({ kind: 'status', status: 400, operation: 'confDelete' });
    const { error, json } = await sync([textFile('a', '1')], RETRY, { deleteExtraneous: true });
    expect(error).toBeUndefined();
    expect(json.map(({ path, action }) => `${String(action)} ${String(path)}`).sort()).toEqual([
      'deleted /x1',
      'deleted /x2',
      'uploaded /a',
    ]);
  });
});

test('a file that someone else has deleted meanwhile is no failure', async () => {
  sandbox().confFiles.write('/extra', 'x');
  sandbox().accidents.add({ kind: 'status', status: 404, body: 'json', operation: 'confDelete' });
  const { error, json } = await sync([textFile('a', '1')], {}, { deleteExtraneous: true });
  expect(error).toBeUndefined();
  expect(json[1]).toMatchObject({ action: 'deleted', path: '/extra' });
});

test('nothing is sent by a rehearsal in which an item fails', async () => {
  sandbox().confFiles.write('/a/b', 'x');
  const { error } = await sync([textFile('a', '1'), textFile('c', '3')], {}, {}, { dryRun: true });
  expect(error?.message).toBe('1 of 2 files failed');
  expect(sandbox().confFiles.paths()).toEqual(['/a/b']);
});
