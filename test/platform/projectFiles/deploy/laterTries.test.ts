import { setTimeout as pause } from 'node:timers/promises';
import { runNode } from '../../../../harness/engine/runWorkflow';
import { startSandbox, type Sandbox } from '../../../../sandbox';
import { deploy } from '../support';

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
/** Longer than a deploy takes on a busy machine that does not wait for what it has lost. */
const LATE_MS = 1_500;
/** Longer than a deploy looks for what it has lost: 2.5 s. */
const VERY_LATE_MS = 60_000;
const MORE_VERSIONS =
  'Earlier tries sent this change as well, and its outcome is not known: it may have more than one new version.';

let target: Sandbox;
let to: string;
beforeEach(async () => {
  target = await startSandbox({ seedRuns: false });
  to = target.store.addProject({ name: 'To' }).id;
});
afterEach(() => target.close());

const filesWith = (commandLine: string) =>
  new Map([
    ['project.json', json({ format: 1 })],
    [
      'jobs/load.json',
      json({
        alias: 'load',
        name: 'Load',
        category: 'Extraction',
        technology: { label: 'Python' },
        version: { commandLine },
      }),
    ],
  ]);

const versions = () =>
  target.store.jobs({ projectId: to }).map((job) => target.store.jobVersions(job).length);

async function tried(files: ReadonlyMap<string, Buffer>, lostChanges: Map<string, number>) {
  const { changes } = await deploy(target, files, to, { isPartly: true, lostChanges });
  const { action, reason } = changes.find(({ kind }) => kind === 'job') ?? {};
  return { action, reason };
}

test('a new version whose effect comes after the last look: later tries say that there may be more', async () => {
  await deploy(target, filesWith('a'), to);
  const lost = new Map<string, number>();
  target.accidents.add({
    kind: 'status',
    status: 504,
    operation: 'addJobVersion',
    lateByMs: LATE_MS,
    times: 2,
  });
  const first = await tried(filesWith('b'), lost);
  expect(first).toMatchObject({ action: 'failed', reason: expect.not.stringContaining('Earlier') });
  expect(await tried(filesWith('b'), lost)).toMatchObject({
    action: 'failed',
    reason: expect.stringContaining(MORE_VERSIONS),
  });
  expect(await tried(filesWith('b'), lost)).toEqual({ action: 'updated', reason: MORE_VERSIONS });
  await pause(2 * LATE_MS);
  expect(versions()).toEqual([4]);
});

test('two that came before the next try are found, and reported as well; one is enough', async () => {
  await deploy(target, filesWith('a'), to);
  const late = {
    kind: 'status',
    status: 504,
    operation: 'addJobVersion',
    lateByMs: LATE_MS,
  } as const;
  const lost = new Map<string, number>();
  target.accidents.add(late);
  await tried(filesWith('b'), lost);
  await pause(2 * LATE_MS);
  expect(await tried(filesWith('b'), lost)).toEqual({ action: 'unchanged', reason: undefined });
  expect(versions()).toEqual([2]);

  const twice = new Map<string, number>();
  target.accidents.add({ ...late, times: 2 });
  await tried(filesWith('c'), twice);
  await tried(filesWith('c'), twice);
  await pause(2 * LATE_MS);
  expect(await tried(filesWith('c'), twice)).toEqual({
    action: 'unchanged',
    reason: MORE_VERSIONS,
  });
  expect(versions()).toEqual([4]);
});

test('a setting that was lost is there once, however often it is sent', async () => {
  await deploy(target, filesWith('a'), to);
  const files = filesWith('a');
  const [path, bytes] = [...files][1] ?? ['', Buffer.alloc(0)];
  files.set(path, json({ ...(JSON.parse(bytes.toString()) as object), description: 'New' }));
  const lost = new Map<string, number>();
  target.accidents.add({ kind: 'status', status: 504, operation: 'editJob', times: 50 });
  await tried(files, lost);
  target.accidents.clear();
  expect(await tried(files, lost)).toEqual({ action: 'updated', reason: undefined });
});

test('a job that was lost may exist twice', async () => {
  const lost = new Map<string, number>();
  target.accidents.add({ kind: 'status', status: 504, operation: 'createJob', lateByMs: LATE_MS });
  await tried(filesWith('a'), lost);
  expect((await tried(filesWith('a'), lost)).reason).toContain('it may exist more than once');
});

test('Retry On Fail remembers it from try to try', async () => {
  await deploy(target, filesWith('a'), to);
  target.accidents.add({
    kind: 'status',
    status: 504,
    operation: 'addJobVersion',
    lateByMs: VERY_LATE_MS,
  });
  const parameters = {
    resource: 'project',
    operation: 'deploy',
    source: 'items',
    projectId: { __rl: true, mode: 'id', value: to },
  };
  const items = [...filesWith('b')].map(([path, bytes]) => ({
    json: { path },
    file: { name: path, text: bytes.toString() },
  }));
  const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
  const { json: output, error } = await runNode(
    { parameters, settings },
    { dataPlatformApi: target.credentials },
    { items },
  );
  expect(error).toBeUndefined();
  expect(output.find(({ kind }) => kind === 'job')).toMatchObject({
    action: 'updated',
    reason: MORE_VERSIONS,
  });
});
