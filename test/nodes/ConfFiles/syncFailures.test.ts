import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Fault } from '../../../sandbox';
import type { StartItem } from '../../support/engine/helperNodes';
import { runNode, startNode } from '../../support/engine/runWorkflow';
import { ownSandbox as sandbox, testBeside } from '../../support/ownSandbox';
import {
  actionsOf,
  type Changes,
  CONF_FILES_NODE,
  runConfFiles,
  startEmptySandbox,
  SYNC,
  textFile,
} from './support';

const test = testBeside(async () => await startEmptySandbox({ maxFileBytes: 10 }));

const sync = async (items: StartItem[], settings?: Changes['settings'], options: object = {}) =>
  await runConfFiles(sandbox(), { ...SYNC, options }, items, { settings });

const TOO_LARGE = 'far too large';
const ITEMS = [textFile('a', '1'), textFile('big', TOO_LARGE), textFile('c', '3')];
const DELETES = { deleteExtraneous: true };
const uploads = () => sandbox().stats.byOperation.confUpload ?? 0;
const files = (count: number, textOf: (n: number) => string = String) =>
  Array.from({ length: count }, (_, n) => textFile(`f${n}`, textOf(n)));
const refuseOnce = (operation: string, path?: string) =>
  sandbox().faults.add({ kind: 'status', status: 400, operation, ...(path && { path }) });

describe('a sync in which files failed', () => {
  test('stops the workflow with a summary of what failed and what was done', async () => {
    const { error, outputs } = await sync(ITEMS);
    expect(error?.message).toBe('1 of 3 files failed');
    expect(error?.description).toMatch(/did not upload \/big: .*HTTP 413/);
    expect(error?.description).toContain('The other files: 2 uploaded, 0 unchanged, 0 deleted.');
    expect(outputs[0] ?? []).toEqual([]);
    expect(sandbox().confFiles.paths()).toEqual(['/a', '/c']);
  });

  test('names a file whose failure does not name it', async () => {
    sandbox().faults.add({ kind: 'resetBefore', operation: 'confUpload', times: 99 });
    const { error } = await sync([textFile('a', '1')]);
    expect(error?.description).toMatch(/^\/a: /);
  });

  test('names the first few of many', async () => {
    const { error } = await sync(files(100, (n) => (n < 30 ? TOO_LARGE : 'x')));
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
    const items = [textFile('a', '1'), textFile('../b', '2')];
    const result = await sync(items, { onError: 'continueRegularOutput' }, DELETES);
    expect(actionsOf(result)).toEqual(['uploaded /a', 'failed ../b']);
    expect(sandbox().confFiles.paths()).toEqual(['/a', '/extra']);
  });

  test('sends nothing where it is a rehearsal', async () => {
    sandbox().confFiles.write('/a/b', 'x');
    const items = [textFile('a', '1'), textFile('c', '3')];
    const { error } = await runConfFiles(sandbox(), { ...SYNC, dryRun: true }, items);
    expect(error?.message).toBe('1 of 2 files failed');
    expect(error?.description).toContain('The other files in a real sync: 1 uploaded');
    expect(sandbox().confFiles.paths()).toEqual(['/a/b']);
  });
});

test.each([
  ['is refused', { status: 403 }, /HTTP 403|not allow/],
  // The first list is that of the folder, the second that of the folder in it.
  ['changes meanwhile', { status: 404, skip: 1 }, /404|no such|not there|does not exist/i],
])('a folder that %s stops the sync: nothing is sent or deleted', async (_name, how, message) => {
  sandbox().confFiles.write('/sub/extra', 'x');
  sandbox().faults.add({ kind: 'status', operation: 'confList', ...how });
  const { error } = await sync([textFile('a', '1')], {}, DELETES);
  expect(`${error?.message} ${error?.description}`).toMatch(message);
  expect(uploads()).toBe(0);
  expect(sandbox().confFiles.paths()).toEqual(['/sub/extra']);
});

describe('Retry On Fail', () => {
  const RETRY = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };

  test.each(['always', 'content'])('sends only what is missing (compare %s)', async (compare) => {
    const { customer, platformId } = sandbox().uploadCredentials;
    refuseOnce('confUpload', `/conf/upload/${customer}/${platformId}/f7`);
    const result = await sync(files(100), RETRY, { compare });
    expect(result.error).toBeUndefined();
    expect(actionsOf(result)).toEqual(files(100).map((_file, n) => `uploaded /f${n}`));
    expect(uploads()).toBeLessThanOrEqual(101);
    expect(sandbox().confFiles.paths()).toHaveLength(100);
  });

  test('two branches that bring the same items are two runs of the node', async () => {
    // The first try fails, so that the second one goes on with what it remembers.
    refuseOnce('confUpload');
    const parameters = { ...SYNC, options: { compare: 'always' } };
    const { run, error } = await runNode(
      { type: CONF_FILES_NODE, parameters, settings: RETRY },
      { dataPlatformUploadTokenApi: sandbox().uploadCredentials },
      { items: files(3), branches: 2 },
    );
    expect(error).toBeUndefined();
    expect(run.data.resultData.runData.Node).toHaveLength(2);
    // One of them twice in the first run.
    expect(uploads()).toBe(2 * 3 + 1);
  });

  test('reports also the files that the earlier try had deleted', async () => {
    for (const path of ['/x1', '/x2']) sandbox().confFiles.write(path, 'x');
    refuseOnce('confDelete');
    const result = await sync([textFile('a', '1')], RETRY, DELETES);
    expect(actionsOf(result).sort()).toEqual(['deleted /x1', 'deleted /x2', 'uploaded /a']);
  });
});

test('a file that someone else has deleted meanwhile is no failure', async () => {
  sandbox().confFiles.write('/extra', 'x');
  sandbox().faults.add({ kind: 'status', status: 404, body: 'json', operation: 'confDelete' });
  expect(actionsOf(await sync([textFile('a', '1')], {}, DELETES))).toEqual([
    'uploaded /a',
    'deleted /extra',
  ]);
});

test('a 404 of a gateway does not count as a deletion', async () => {
  sandbox().confFiles.write('/extra', 'x');
  sandbox().faults.add({ kind: 'status', status: 404, body: 'html', operation: 'confDelete' });
  const { error } = await sync([textFile('a', '1')], {}, DELETES);
  expect(error?.description).toMatch(/did not delete \/extra: .*HTTP 404/);
  expect(sandbox().confFiles.paths()).toEqual(['/a', '/extra']);
});

const testUnlimited = testBeside(startEmptySandbox);

const namesOf = (what: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${what}-${String(n).padStart(3, '0')}`);
const repeat = (action: string, count: number) => Array<string>(count).fill(action);

function addExtraneous(count: number): void {
  for (const name of namesOf('extra', count)) sandbox().confFiles.write(`/${name}`, 'x');
}

const start = async (count: number, settings?: Changes['settings']) => {
  const parameters = { ...SYNC, options: { deleteExtraneous: true, deleteAtMost: 1000 } };
  return await startNode(
    { type: CONF_FILES_NODE, parameters, settings },
    { dataPlatformUploadTokenApi: sandbox().uploadCredentials },
    { items: namesOf('file', count).map((name) => textFile(name, `content of ${name}`)) },
  );
};
const syncFiles = async (count: number) => await (await start(count)).result;
const sent = (operation: string) => sandbox().stats.byOperation[operation] ?? 0;

function expectFiles(count: number): void {
  const { confFiles } = sandbox();
  const contents = confFiles.paths().map((path) => `${path} ${confFiles.read(path)?.toString()}`);
  const wanted = namesOf('file', count).map((name) => `/${name} content of ${name}`);
  expect(contents.sort()).toEqual(wanted);
}

function addToEach(count: number, how: object, operation: string, names: string) {
  const { customer, platformId } = sandbox().uploadCredentials;
  const folder = operation === 'confUpload' ? '/conf/upload' : '/conf';
  for (const name of namesOf(names, count)) {
    const path = `${folder}/${customer}/${platformId}/${name}`;
    sandbox().faults.add({ ...how, operation, path } as Fault);
  }
}

describe('30 files', () => {
  const count = 30;

  testUnlimited.each([
    ['a gateway answers first', { kind: 'status', status: 504, afterEffect: true }],
    ['the connection breaks first', { kind: 'resetAfter' }],
  ])('that come or go late, where %s, are reported as done', async (_name, how) => {
    const late = { ...how, lateByMs: 200 };
    addToEach(count, late, 'confUpload', 'file');
    const uploaded = await syncFiles(count);
    expect(uploaded.json.map(({ action }) => action)).toEqual(repeat('uploaded', count));
    await pause(400);
    expectFiles(count);

    addExtraneous(count);
    addToEach(count, late, 'confDelete', 'extra');
    const { json } = await syncFiles(count);
    expect(sandbox().faults.pending()).toEqual([]);
    expect(json.map(({ action }) => action)).toEqual([
      ...repeat('unchanged', count),
      ...repeat('deleted', count),
    ]);
    await pause(400);
    expectFiles(count);
  });

  testUnlimited('whose responses never come are unknown, and nothing is deleted', async () => {
    addExtraneous(1);
    sandbox().faults.add({ kind: 'resetAfter', operation: 'confUpload', times: 10_000 });
    const { result } = await start(count, { onError: 'continueRegularOutput' });
    const { json } = await result;
    expect(json.map(({ action }) => action)).toEqual(repeat('failed', count));
    expect(String(json[0]?.error)).toMatch(/: It is not known whether/);
    expect(sandbox().confFiles.paths()).toContain('/extra-000');
    expect(sent('confDelete')).toBe(0);
  });
});

const testSlow = testBeside(async () => await startEmptySandbox({ latencyMs: 40 }));

async function cancelAfter(count: number, operation: string, requests: number) {
  const { result, cancel } = await start(count);
  while (sent(operation) < requests) await pause(5);
  cancel();
  await result;
  const state = () => [sent('confUpload'), sent('confDelete'), sandbox().confFiles.paths().length];
  // Requests that were sent before the cancel may still arrive, late on a busy machine.
  let before;
  do {
    before = state();
    await pause(300);
  } while (!isDeepStrictEqual(state(), before));
}

testSlow(
  'canceled halfway: nothing is sent or deleted any more, and the next sync sends what is missing',
  async () => {
    const count = 120;
    addExtraneous(3);
    await cancelAfter(count, 'confUpload', 30);
    expect(sent('confUpload')).toBeLessThan(count);
    expect(sent('confDelete')).toBe(0);
    const there = sandbox().confFiles.paths().length;

    sandbox().stats.reset();
    const { error } = await syncFiles(count);
    expect(error).toBeUndefined();
    expect(sent('confUpload')).toBe(count + 3 - there);
    expectFiles(count);
  },
);

testSlow('canceled among the deletions: none is sent after it', async () => {
  addExtraneous(100);
  await cancelAfter(1, 'confDelete', 10);
  expect(sent('confDelete')).toBeLessThan(100);
  expect(sandbox().confFiles.read('/file-000')?.toString()).toBe('content of file-000');
});
