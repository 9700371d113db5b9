import { setTimeout as pause } from 'node:timers/promises';
import type { StartItem } from '../../../support/engine/helperNodes';
import type { WorkflowRun } from '../../../support/engine/runWorkflow';
import { addCredentials, fillProject } from '../../../support/randomProject';
import { byId, performed, startOperation } from '../support';
import { filesOf } from '../../../platform/projectFiles/support';
import { sandboxForAllTests, sandboxForEachTest } from '../../../support/testSandbox';
import { exportedItems } from './support';

const SEED = 9;

const dev = sandboxForAllTests({ seedRuns: false });
const prod = sandboxForEachTest({ seedRuns: false, latencyMs: 5 });
let from: string;
let to: string;
let zip: StartItem[];
let options: { variables: { values: object[] } };
beforeAll(async () => {
  from = dev.store.addProject({ name: 'Dev' }).id;
  const passwords = fillProject(dev, from, SEED);
  options = { variables: { values: passwords.map((name) => ({ name, value: 'a password' })) } };
  zip = await exportedItems(dev, from, {});
});
beforeEach(() => {
  to = prod.store.addProject({ name: 'Prod' }).id;
  addCredentials(prod, to);
});

const into = () => ({ source: 'binary', target: 'project', projectId: byId(to), options });
const deployment = (parameters: object, settings: object = {}) =>
  startOperation(prod, 'project.deploy', parameters, { items: zip, settings });
const errorOf = ({ error }: WorkflowRun) => error && `${error.message} | ${error.description}`;
const actionsOf = ({ json }: WorkflowRun) => [...new Set(json.map(({ action }) => action))].sort();
const expectDeployed = async (projectId: string) => {
  const [wanted, there] = [await filesOf(dev, from), await filesOf(prod, projectId)];
  expect([...there.keys()]).toEqual([...wanted.keys()]);
};
const fiveAtOnce = async (parameters: object, settings?: object) => {
  const all = Array.from({ length: 5 }, () => deployment(parameters, settings));
  const running = await Promise.all(all);
  return await Promise.all(running.map(({ result }) => result));
};

test('five deploys to one project at once: one does the work', async () => {
  const runs = await fiveAtOnce(into());
  expect(runs.map(errorOf)).toEqual(runs.map(() => undefined));
  const worked = runs.filter((run) => actionsOf(run).includes('created'));
  expect(worked).toHaveLength(1);
  const others = runs.filter((run) => !worked.includes(run));
  expect(others.map(actionsOf)).toEqual(others.map(() => ['unchanged']));
  await expectDeployed(to);
});

test('five deploys to one new project at once make one', async () => {
  const named = { source: 'binary', target: 'newProject', name: 'New', options };
  // A new project lacks the Docker credential, so only the rest is deployed.
  await fiveAtOnce(named, { onError: 'continueRegularOutput' });
  const made = prod.store.projects().filter(({ name }) => name === 'New');
  expect(made).toHaveLength(1);
  expect(prod.stats.byOperation.createProject).toBe(1);
  const { createJob = 0, createApp = 0, createVolume = 0 } = prod.stats.byOperation;
  const jobs = prod.store.jobs({ projectId: made[0]?.id });
  const readyAt = (made[0]?.createdAt ?? 0) + (made[0]?.initializingSeconds ?? 0) * 1_000;
  expect(jobs.filter(({ createdAt }) => createdAt < readyAt)).toEqual([]);
  const kinds = [jobs, prod.store.apps.list(made[0]?.id)];
  expect([createJob, createApp]).toEqual(kinds.map(({ length }) => length));
  expect(createVolume).toBe(dev.store.volumes.list(from).length);
});

test('deploys to two projects do not wait for each other, and one that waits can be cancelled', async () => {
  const other = prod.store.addProject({ name: 'Other' }).id;
  addCredentials(prod, other);
  prod.faults.add({ kind: 'hang', operation: 'createJob' });
  const first = await deployment(into());
  while ((prod.stats.byOperation.createJob ?? 0) === 0) await pause(5);
  const second = await deployment(into());
  const elsewhere = await deployment({ ...into(), projectId: byId(other) });
  expect(errorOf(await elsewhere.result)).toBeUndefined();
  second.cancel();
  await second.result;
  first.cancel();
  await first.result;
  const before = prod.stats.byOperation.createApp ?? 0;
  await expectDeployed(other);
  const last = await performed(prod, 'project.deploy', into(), { items: zip });
  expect(last.some(({ action }) => action === 'created')).toBe(true);
  expect(prod.stats.byOperation.createApp ?? 0).toBeGreaterThan(before);
  await expectDeployed(to);
});

test('an approved plan that waited is not carried out where the deploy before it has changed the target', async () => {
  const [planned] = await performed(prod, 'project.plan', into(), { items: zip });
  const approvedPlan = planned?.fingerprint;
  const withApproval = { ...into(), options: { ...options, approvedPlan } };
  const running = await Promise.all([deployment(withApproval), deployment(withApproval)]);
  const runs = await Promise.all(running.map(({ result }) => result));
  expect(runs.map(errorOf).filter(Boolean)).toEqual([
    expect.stringMatching(/^The approved plan is not the current plan/),
  ]);
});
