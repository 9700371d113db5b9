import { runNode } from '../../../support/engine/runWorkflow';
import { jobFile, projectFiles, useProjects } from '../support';

const MORE_VERSIONS =
  'Earlier tries sent this change as well, and its outcome is not known: it may have more than one new version.';

const at = useProjects();
let lost: Map<string, number>;
beforeEach(() => {
  lost = new Map();
});

const filesWith = (commandLine: string, more: object = {}) =>
  projectFiles({ 'jobs/load.json': jobFile('load', { version: { commandLine }, ...more }) });

async function tried(files: ReadonlyMap<string, Buffer>) {
  const options = { isPartly: true, lostChanges: lost };
  const { changes } = await at.deploy(files, options);
  const { action, reason } = changes.find(({ kind }) => kind === 'job') ?? {};
  return { action, reason };
}

const lose = (operation: string, times = 1) =>
  at.sandbox.accidents.add({ kind: 'status', status: 504, operation, times });

test.each([
  [1, undefined],
  [2, MORE_VERSIONS],
])('%i new versions that came before the next try are found: %s', async (times, reason) => {
  await at.deploy(filesWith('a'));
  lose('addJobVersion', times);
  const tries = [];
  for (let n = 0; n < times; n++) tries.push(await tried(filesWith('b')));
  expect(tries.map(({ action }) => action)).toEqual(tries.map(() => 'failed'));
  expect(tries[0]?.reason).not.toContain('Earlier');
  expect(tries[1]?.reason ?? MORE_VERSIONS).toContain(MORE_VERSIONS);
  const { store } = at.sandbox;
  const [job] = store.jobs({ projectId: at.to });
  for (let n = 0; n < times; n++) {
    store.addJobVersion(job?.id ?? '', { commandLine: 'b' }, 'the platform, late');
  }
  expect(await tried(filesWith('b'))).toEqual({ action: 'unchanged', reason });
  expect(job && store.jobVersions(job)).toHaveLength(1 + times);
});

test('a setting that was lost is there once, however often it is sent', async () => {
  await at.deploy(filesWith('a'));
  const files = filesWith('a', { description: 'New' });
  lose('editJob', 50);
  await tried(files);
  at.sandbox.accidents.clear();
  expect(await tried(files)).toEqual({ action: 'updated', reason: undefined });
});

test('a job that was lost may exist twice', async () => {
  lose('createJob');
  await tried(filesWith('a'));
  expect((await tried(filesWith('a'))).reason).toContain('it may exist more than once');
});

test('Retry On Fail remembers it from try to try', async () => {
  await at.deploy(filesWith('a'));
  lose('addJobVersion');
  const projectId = { __rl: true, mode: 'id', value: at.to };
  const parameters = { resource: 'project', operation: 'deploy', source: 'items', projectId };
  const items = [...filesWith('b')].map(([path, bytes]) => ({
    json: { path },
    file: { name: path, text: bytes.toString() },
  }));
  const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
  const credentials = { dataPlatformApi: at.sandbox.credentials };
  const { json, error } = await runNode({ parameters, settings }, credentials, { items });
  expect(error).toBeUndefined();
  const job = json.find(({ kind }) => kind === 'job');
  expect(job).toMatchObject({ action: 'updated', reason: MORE_VERSIONS });
});
