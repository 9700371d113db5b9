import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox, type Sandbox } from '../../../../sandbox';
import type { StartItem } from '../../../../harness/engine/helperNodes';
import { startNode } from '../../../../harness/engine/runWorkflow';
import { byId, perform, performed } from '../support';

let dev: Sandbox;
let prod: Sandbox;
let to: string;
let files: StartItem[];
let changedFiles: StartItem[];
beforeAll(async () => {
  dev = await startSandbox({ seedRuns: false });
  const projectId = dev.store.addProject({ name: 'Dev' }).id;
  const [load] = ['load', 'join'].map((alias) =>
    dev.store.addJob({ projectId, name: alias, alias }),
  );
  const exported = async () => {
    const parameters = { projectId: byId(projectId), output: 'files' };
    const { outputs } = await perform(dev, 'project.export', parameters);
    return (outputs[0] ?? []).map(({ json, binary }) => ({ json, binary }));
  };
  files = await exported();
  dev.store.editJob(load?.id ?? '', { description: 'Changed' });
  changedFiles = await exported();
});
afterAll(() => dev.close());
beforeEach(async () => {
  prod = await startSandbox({ seedRuns: false });
  to = prod.store.addProject({ name: 'Prod' }).id;
});
afterEach(() => prod.close());

const into = (options: object = {}) => ({
  source: 'items',
  target: 'project',
  projectId: byId(to),
  options,
});
const deploy = async (items: StartItem[], options?: object) =>
  await perform(prod, 'project.deploy', into(options), { items });
const changed = () => prod.stats.byOperation.editJob ?? 0;

test('what was approved is deployed; not if the target or the files have changed', async () => {
  const approve = async (items: StartItem[]) =>
    (await performed(prod, 'project.plan', into(), { items }))[0]?.fingerprint;
  const messageOf = async (approvedPlan: unknown, items: StartItem[]) =>
    (await deploy(items, { approvedPlan })).error?.message;
  const other = 'The approved plan is not the current plan';

  const first = await approve(files);
  expect(await messageOf(first, changedFiles)).toBe(other);
  const { id } = prod.store.addJob({ projectId: to, name: 'Another user was here' });
  expect(await messageOf(first, files)).toBe(other);
  prod.store.deleteJob(id);
  expect(prod.stats.byOperation.createJob).toBeUndefined();
  expect(await messageOf(first, files)).toBeUndefined();
  expect(prod.store.jobs({ projectId: to })).toHaveLength(2);

  const second = await approve(changedFiles);
  expect(await messageOf(second, files)).toBe(other);
  expect(await messageOf(first, changedFiles)).toBe(other);
  expect(changed()).toBe(0);
  expect(await messageOf(second, changedFiles)).toBeUndefined();
  expect(changed()).toBe(1);
});

test('runs of what changes are left alone, refuse the deploy, or are waited for', async () => {
  await deploy(files);
  const [load = '', join = ''] = ['load', 'join'].map(
    (alias) => prod.store.jobByAlias(to, alias)?.id,
  );
  const script = { queueSeconds: 0, durationSeconds: 3600 };
  for (const id of [load, join]) prod.store.setScript(id, script);
  const runs = [1, 2].map(() => prod.store.startRun(load)?.id ?? '');
  // The job of this one does not change.
  prod.store.startRun(join);

  const { error } = await deploy(changedFiles, { ifRunning: 'error' });
  expect(error?.message).toBe('The job "load" is already running');
  expect(error?.description).toMatch(/^Nothing was changed\. /);
  const same = await deploy(files, { ifRunning: 'error' });
  expect(same.json.every(({ action }) => action === 'unchanged')).toBe(true);

  /** Starts a deploy, and returns once it has looked at the runs. */
  const startWaiting = async () => {
    const parameters = { resource: 'project', operation: 'deploy', ...into({ ifRunning: 'wait' }) };
    const credentials = { dataPlatformApi: prod.credentials };
    const before = prod.stats.requests;
    const node = { parameters: parameters as never };
    const started = await startNode(node, credentials, { items: changedFiles });
    while (prod.stats.requests < before + 8) await pause(5);
    return started;
  };
  const canceled = await startWaiting();
  canceled.cancel();
  await canceled.result;
  const { result } = await startWaiting();
  expect(changed()).toBe(0);
  for (const id of runs) prod.store.stopRun(id);
  expect((await result).error).toBeUndefined();
  expect(changed()).toBe(1);

  prod.store.startRun(load);
  const { json } = await deploy(files);
  const updated = json.filter(({ action }) => action === 'updated');
  expect(updated.map(({ kind }) => kind)).toEqual(['summary', 'job']);
});

test('what a platform with the documented operations alone lacks is named, and nothing is made', async () => {
  await prod.close();
  prod = await startSandbox({ seedRuns: false, generation: 'documented' });
  const target = { source: 'items', target: 'newProject', name: 'New', options: {} };
  const { error } = await perform(prod, 'project.deploy', target, { items: files });
  expect(error?.message).toBe('3 changes cannot be deployed; nothing was changed');
  expect(error?.description).toMatch(
    /^The project "New": This platform cannot create projects\. The job "join": This platform cannot create jobs\. The job/,
  );
});
