import { setTimeout as pause } from 'node:timers/promises';
import type { Accident } from '../../../sandbox';
import { startNode, type NodeUnderTest } from '../../support/engine/runWorkflow';
import { CONF_FILES_NODE, startEmptySandbox, textFile } from './support';
import { ownSandbox as sandbox, testBeside } from '../../support/ownSandbox';

const nameOf = (what: string, n: number) => `${what}-${String(n).padStart(3, '0')}`;

function addExtraneous(count: number): void {
  for (let n = 0; n < count; n++) sandbox().confFiles.write(`/${nameOf('extra', n)}`, 'x');
}
const test = testBeside(startEmptySandbox);

const filesOf = (count: number) =>
  Array.from({ length: count }, (_, n) => textFile(nameOf('file', n), `content ${n}`));
const start = async (count: number, settings: NodeUnderTest['settings'] = {}) =>
  await startNode(
    {
      type: CONF_FILES_NODE,
      parameters: {
        resource: 'folder',
        operation: 'sync',
        targetPath: '/',
        filePath: '={{ $json.path }}',
        binaryPropertyName: 'data',
        options: { deleteExtraneous: true, deleteAtMost: 1000 },
      },
      settings,
    },
    { dataPlatformUploadTokenApi: sandbox().uploadCredentials },
    { items: filesOf(count) },
  );
const sync = async (count: number) => await (await start(count)).result;
const sent = (operation: string) => sandbox().stats.byOperation[operation] ?? 0;
const contents = () =>
  sandbox()
    .confFiles.paths()
    .map((path) => `${path} ${sandbox().confFiles.read(path)?.toString()}`)
    .sort();
/** It happens once to each file. */
function addToEach(
  count: number,
  how: Omit<Accident, 'operation'>,
  operation: string,
  names: string,
) {
  const { customer, platformId } = sandbox().uploadCredentials;
  const folder = operation === 'confUpload' ? '/conf/upload' : '/conf';
  for (let n = 0; n < count; n++) {
    const path = `${folder}/${customer}/${platformId}/${nameOf(names, n)}`;
    sandbox().accidents.add({ ...how, operation, path });
  }
}
const wanted = (count: number) =>
  Array.from({ length: count }, (_, n) => `/${nameOf('file', n)} content ${n}`).sort();

const LATE: Array<[string, Omit<Accident, 'operation'>]> = [
  ['a gateway answers first', { kind: 'status', status: 504, afterEffect: true, lateByMs: 200 }],
  ['the connection breaks first', { kind: 'resetAfter', lateByMs: 200 }],
];

describe('30 files', () => {
  const count = 30;

  test.each(LATE)('that arrive late, where %s, are reported as uploaded', async (_name, how) => {
    addToEach(count, how, 'confUpload', 'file');
    const { json, error } = await sync(count);
    expect(error).toBeUndefined();
    expect(sandbox().accidents.pending()).toEqual([]);
    expect(json.map(({ action }) => action)).toEqual(Array(count).fill('uploaded'));
    await pause(400);
    expect(contents()).toEqual(wanted(count));
    expect((await sync(count)).json.map(({ action }) => action)).toEqual(
      Array(count).fill('unchanged'),
    );
  });

  test.each(LATE)('that go late, where %s, are reported as deleted', async (_name, how) => {
    addExtraneous(count);
    addToEach(count, how, 'confDelete', 'extra');
    const { json, error } = await sync(1);
    expect(error).toBeUndefined();
    expect(sandbox().accidents.pending()).toEqual([]);
    expect(json.map(({ action }) => action).sort()).toEqual([
      ...Array<string>(count).fill('deleted'),
      'uploaded',
    ]);
    await pause(400);
    expect(contents()).toEqual(wanted(1));
  });

  test('whose responses never come are unknown, and nothing is deleted', async () => {
    addExtraneous(1);
    sandbox().accidents.add({ kind: 'resetAfter', operation: 'confUpload', times: 10_000 });
    const { result } = await start(count, { onError: 'continueRegularOutput' });
    const { json } = await result;
    expect(json.map(({ action }) => action)).toEqual(Array(count).fill('failed'));
    expect(String(json[0]?.error)).toMatch(/: It is not known whether/);
    expect(sandbox().confFiles.paths()).toContain('/extra-000');
    expect(sent('confDelete')).toBe(0);
  });
});

const testSlow = testBeside(async () => await startEmptySandbox({ latencyMs: 40 }));

testSlow(
  'cancelled half-way: nothing is sent or deleted any more, and the next sync sends what is missing',
  async () => {
    const count = 120;
    addExtraneous(3);
    const { result, cancel } = await start(count);
    while (sent('confUpload') < 30) await pause(5);
    cancel();
    await result;
    // What had left already may still arrive.
    await pause(200);
    const [uploads, there] = [sent('confUpload'), sandbox().confFiles.paths().length];
    await pause(300);
    expect([sent('confUpload'), sandbox().confFiles.paths().length]).toEqual([uploads, there]);
    expect(uploads).toBeLessThan(count);
    expect(sent('confDelete')).toBe(0);

    sandbox().stats.reset();
    const { error } = await sync(count);
    expect(error).toBeUndefined();
    expect(sent('confUpload')).toBe(count + 3 - there);
    expect(contents()).toEqual(wanted(count));
  },
);

testSlow('cancelled among the deletions: none is sent after it', async () => {
  addExtraneous(100);
  const { result, cancel } = await start(1);
  while (sent('confDelete') < 10) await pause(5);
  cancel();
  await result;
  await pause(200);
  const deletions = sent('confDelete');
  await pause(300);
  expect(sent('confDelete')).toBe(deletions);
  expect(deletions).toBeLessThan(100);
  expect(contents()).toContain('/file-000 content 0');
});
