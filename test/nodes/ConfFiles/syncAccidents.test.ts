import { isDeepStrictEqual } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import type { Accident } from '../../../sandbox';
import { startNode } from '../../support/engine/runWorkflow';
import { ownSandbox as sandbox, testBeside } from '../../support/ownSandbox';
import { CONF_FILES_NODE, startEmptySandbox, SYNC, textFile, type Changes } from './support';

const test = testBeside(startEmptySandbox);

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
const sync = async (count: number) => await (await start(count)).result;
const sent = (operation: string) => sandbox().stats.byOperation[operation] ?? 0;

function expectFiles(count: number): void {
  const { confFiles } = sandbox();
  const contents = confFiles.paths().map((path) => `${path} ${confFiles.read(path)?.toString()}`);
  const wanted = namesOf('file', count).map((name) => `/${name} content of ${name}`);
  expect(contents.sort()).toEqual(wanted);
}

/** It happens once to each file. */
function addToEach(count: number, how: object, operation: string, names: string) {
  const { customer, platformId } = sandbox().uploadCredentials;
  const folder = operation === 'confUpload' ? '/conf/upload' : '/conf';
  for (const name of namesOf(names, count)) {
    const path = `${folder}/${customer}/${platformId}/${name}`;
    sandbox().accidents.add({ ...how, operation, path } as Accident);
  }
}

describe('30 files', () => {
  const count = 30;

  test.each([
    ['a gateway answers first', { kind: 'status', status: 504, afterEffect: true }],
    ['the connection breaks first', { kind: 'resetAfter' }],
  ])('that come or go late, where %s, are reported as done', async (_name, how) => {
    const late = { ...how, lateByMs: 200 };
    addToEach(count, late, 'confUpload', 'file');
    const uploaded = await sync(count);
    expect(uploaded.json.map(({ action }) => action)).toEqual(repeat('uploaded', count));
    await pause(400);
    expectFiles(count);

    addExtraneous(count);
    addToEach(count, late, 'confDelete', 'extra');
    const { json } = await sync(count);
    expect(sandbox().accidents.pending()).toEqual([]);
    expect(json.map(({ action }) => action)).toEqual([
      ...repeat('unchanged', count),
      ...repeat('deleted', count),
    ]);
    await pause(400);
    expectFiles(count);
  });

  test('whose responses never come are unknown, and nothing is deleted', async () => {
    addExtraneous(1);
    sandbox().accidents.add({ kind: 'resetAfter', operation: 'confUpload', times: 10_000 });
    const { result } = await start(count, { onError: 'continueRegularOutput' });
    const { json } = await result;
    expect(json.map(({ action }) => action)).toEqual(repeat('failed', count));
    expect(String(json[0]?.error)).toMatch(/: It is not known whether/);
    expect(sandbox().confFiles.paths()).toContain('/extra-000');
    expect(sent('confDelete')).toBe(0);
  });
});

const testSlow = testBeside(async () => await startEmptySandbox({ latencyMs: 40 }));

/** Cancels a sync after so many of these requests, and waits until nothing arrives any more. */
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
  'canceled half-way: nothing is sent or deleted any more, and the next sync sends what is missing',
  async () => {
    const count = 120;
    addExtraneous(3);
    await cancelAfter(count, 'confUpload', 30);
    expect(sent('confUpload')).toBeLessThan(count);
    expect(sent('confDelete')).toBe(0);
    const there = sandbox().confFiles.paths().length;

    sandbox().stats.reset();
    const { error } = await sync(count);
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
