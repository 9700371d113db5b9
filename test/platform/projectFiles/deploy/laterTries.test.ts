import { setTimeout as pause } from 'node:timers/promises';
import { runNode } from '../../../support/engine/runWorkflow';
import { deploy, jobFile, projectFiles, useProjects } from '../support';

/** Longer than a deploy takes on a busy machine that does not wait for what it has lost. */
const LATE_MS = 1_500;
/** Longer than a deploy looks for what it has lost: 2.5 s. */
const VERY_LATE_MS = 60_000;
const MORE_VERSIONS =
  'Earlier tries sent this change as well, and its outcome is not known: it may have more than one new version.';

const at = useProjects();
let lost: Map<string, number>;
beforeEach(() => {
  lost = new Map();
});

const filesWith = (commandLine: string, more: object = {}) =>
  projectFiles({ 'jobs/load.json': jobFile('load', { version: { commandLine }, ...more }) });

const versions = () =>
  at.sandbox.store
    .jobs({ projectId: at.to })
    .map((job) => at.sandbox.store.jobVersions(job).length);

async function tried(files: ReadonlyMap<string, Buffer>) {
  const options = { isPartly: true, lostChanges: lost };
  const { changes } = await deploy(at.sandbox, files, at.to, options);
  const { action, reason } = changes.find(({ kind }) => kind === 'job') ?? {};
  return { action, reason };
}

const lose = (operation: string, lateByMs: number, times = 1) =>
  at.sandbox.accidents.add({ kind: 'status', status: 504, operation, lateByMs, times });

test.each([
  [1, undefined],
  [2, MORE_VERSIONS],
])('%i new versions that came before the next try are found: %s', async (times, reason) => {
  await deploy(at.sandbox, filesWith('a'), at.to);
  lose('addJobVersion', LATE_MS, times);
  const tries = [];
  for (let n = 0; n < times; n++) tries.push(await tried(filesWith('b')));
  expect(tries.map(({ action }) => action)).toEqual(tries.map(() => 'failed'));
  expect(tries[0]?.reason).not.toContain('Earlier');
  expect(tries[1]?.reason ?? MORE_VERSIONS).toContain(MORE_VERSIONS);
  await pause(2 * LATE_MS);
  expect(await tried(filesWith('b'))).toEqual({ action: 'unchanged', reason });
  expect(versions()).toEqual([1 + times]);
});

test('a setting that was lost is there once, however often it is sent', async () => {
  await deploy(at.sandbox, filesWith('a'), at.to);
  const files = filesWith('a', { description: 'New' });
  at.sandbox.accidents.add({ kind: 'status', status: 504, operation: 'editJob', times: 50 });
  await tried(files);
  at.sandbox.accidents.clear();
  expect(await tried(files)).toEqual({ action: 'updated', reason: undefined });
});

test('a job that was lost may exist twice', async () => {
  lose('createJob', LATE_MS);
  await tried(filesWith('a'));
  expect((await tried(filesWith('a'))).reason).toContain('it may exist more than once');
});

test('Retry On Fail remembers it from try to try', async () => {
  await deploy(at.sandbox, filesWith('a'), at.to);
  lose('addJobVersion', VERY_LATE_MS);
  const projectId = { __rl: true, mode: 'id', value: at.to };
  const parameters = { resource: 'project', operation: 'deploy', source: 'items', projectId };
  const items = [...filesWith('b')].map(([path, bytes]) => ({
    json: { path },
    file: { name: path, text: bytes.toString() },
  }));
  const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
  const { json: output, error } = await runNode(
    { parameters, settings },
    { dataPlatformApi: at.sandbox.credentials },
    { items },
  );
  expect(error).toBeUndefined();
  const job = output.find(({ kind }) => kind === 'job');
  expect(job).toMatchObject({ action: 'updated', reason: MORE_VERSIONS });
});
