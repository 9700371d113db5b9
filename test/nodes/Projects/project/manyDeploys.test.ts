import { CONCURRENT_CHANGES } from '../../../../platform/projectFiles/deploy/outcomes';
import type { INodeExecutionData } from 'n8n-workflow';
import { setTimeout as pause } from 'node:timers/promises';
import type { StartItem } from '../../../support/engine/helperNodes';
import { takeSample } from '../../../support/cases';
import type { WorkflowRun } from '../../../support/engine/runWorkflow';
import { byId, perform, performed, startOperation } from '../support';
import { sandboxForAllTests, sandboxForEachTest } from '../../../support/testSandbox';
import { exportedItems, into } from './support';

const JOBS = 20;

const dev = sandboxForAllTests({ seedRuns: false });
const prod = sandboxForEachTest({ seedRuns: false });
let files: StartItem[];
let zip: StartItem[];
beforeAll(async () => {
  const from = dev.store.addProject({ name: 'Dev' }).id;
  for (let index = 0; index < JOBS; index++) {
    dev.store.addJob({ projectId: from, name: `Job ${index}`, alias: `job_${index}` });
  }
  const small = dev.store.addProject({ name: 'Small' }).id;
  for (const alias of ['a', 'b', 'c']) dev.store.addJob({ projectId: small, name: alias, alias });
  files = await exportedItems(dev, from, { packages: false, output: 'files' });
  zip = await exportedItems(dev, small, {});
});

const RETRIED = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
const CONTINUED = { onError: 'continueRegularOutput' } as const;
/** The outcomes for a project of three jobs. */
const ALL_MADE = ['created', 'unchanged', 'created', 'created', 'created'];

const newProject = (name = 'Prod') => prod.store.addProject({ name }).id;
/** Returns an item with the same ZIP file for each of these projects. */
const forEachOf = (projects: readonly string[]) =>
  projects.map((to) => ({ ...zip[0], json: { to } }));
const toEach = { source: 'binary', target: 'project', projectId: byId('={{ $json.to }}') };
const actionsOf = (json: WorkflowRun['json']) => [...new Set(json.map(({ action }) => action))];
const jobNames = (projectId: string) => prod.store.jobs({ projectId }).map(({ name }) => name);
const creations = () => prod.stats.byOperation.createJob ?? 0;

test('the files of many items are one project, planned and deployed once', async () => {
  expect(files).toHaveLength(JOBS + 2);
  const to = newProject();
  const planned = await performed(prod, 'project.plan', into(to), { items: files });
  expect(planned).toHaveLength(JOBS + 2);
  expect(creations()).toBe(0);
  const { json, outputs } = await perform(prod, 'project.deploy', into(to), { items: files });
  expect(json.map(({ kind, name, action }) => [kind, name, action])).toEqual(
    planned.map(({ kind, name, action }) => [kind, name, action?.toString().replace(/e$/, 'ed')]),
  );
  // Each change is paired with all files.
  expect(outputs[0]?.[0]?.pairedItem).toHaveLength(files.length);
  expect(new Set(jobNames(to)).size).toBe(JOBS);
  expect(creations()).toBe(JOBS);
  expect(actionsOf(await performed(prod, 'project.deploy', into(to), { items: files }))).toEqual([
    'unchanged',
  ]);
  expect(creations()).toBe(JOBS);
});

test.each([
  ['one project of 20 files', 1],
  ['six projects', 6],
])(
  'a cancel halfway through %s: nothing is begun after it, and the next deploy finishes',
  async (_, count) => {
    const targets = Array.from({ length: count }, (_one, index) => newProject(`Target ${index}`));
    const isOne = targets.length === 1;
    const items = isOne ? files : forEachOf(targets);
    const parameters = isOne ? into(targets[0] ?? '') : toEach;
    const { result, cancel } = await startOperation(prod, 'project.deploy', parameters, { items });
    while (creations() < 6) await pause(2);
    const atCancel = creations();
    cancel();
    const { error } = await result;
    if (isOne) {
      const done = /^Deploy again .* (\d+) changes .*may also have been made\./.exec(
        error?.description ?? '',
      );
      expect(Number(done?.[1])).toBeGreaterThan(0);
      expect(Number(done?.[1])).toBeLessThanOrEqual(creations());
    }
    await pause(50);
    // Requests in flight may still arrive: as many as are sent at once.
    expect(creations()).toBeLessThanOrEqual(atCancel + CONCURRENT_CHANGES);

    const deployed = await performed(prod, 'project.deploy', parameters, { items });
    expect(actionsOf(deployed).sort()).toEqual(['created', 'unchanged']);
    for (const to of targets) {
      const names = jobNames(to);
      expect(names).toHaveLength(isOne ? JOBS : 3);
      expect(new Set(names).size).toBe(names.length);
    }
  },
);

test.each([
  ['a refusal', { kind: 'status', status: 409 }],
  ['a lost answer to a change that was made', { kind: 'resetAfter' }],
  ['a lost answer and no change', { kind: 'status', status: 504 }],
] as const)(
  'Retry On Fail after %s makes nothing twice, and tells all that was made',
  async (_, fault) => {
    const targets = Array.from({ length: 4 }, (_one, index) => newProject(`Target ${index}`));
    prod.faults.add({ ...fault, operation: 'createJob', skip: 7 });
    const more = { items: forEachOf(targets), settings: RETRIED };
    const { json, outputs, error } = await perform(prod, 'project.deploy', toEach, more);
    expect(error).toBeUndefined();
    for (const to of targets) expect(jobNames(to).sort()).toEqual(['a', 'b', 'c']);
    expect(outputs[0]?.map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual(
      targets.flatMap((_to, item) => [item, item, item, item, item]),
    );
    // A target that the first try deployed is not deployed again, and its output shows the changes of that try.
    expect(json.slice(0, 10).map(({ action }) => action)).toEqual([...ALL_MADE, ...ALL_MADE]);
  },
);

/** Adds the fingerprint of its plan to each item. */
async function approvedItems(targets: readonly string[]): Promise<StartItem[]> {
  const items = forEachOf(targets);
  const planned = await performed(prod, 'project.plan', toEach, { items });
  return items.map(({ json, ...item }, index) => ({
    ...item,
    json: { ...json, approved: planned[index * 5]?.fingerprint ?? null },
  }));
}
const asApproved = (options: object = {}) => ({
  ...toEach,
  options: { approvedPlan: '={{ $json.approved }}', ...options },
});

test('a job that fails leaves the others alone if the node continues; the next deploy finishes it', async () => {
  const to = newProject();
  const refusal = { kind: 'errors', errors: [{ message: 'No', path: ['createJob'] }] } as const;
  prod.faults.add({ ...refusal, operation: 'createJob' });
  const items = forEachOf([to]);
  const parameters = toEach;
  const more = { items, settings: CONTINUED };
  const { json } = await perform(prod, 'project.deploy', parameters, more);
  expect(json.map(({ action }) => action)).toEqual(expect.arrayContaining(['created', 'failed']));
  expect(json[0]).toMatchObject({
    kind: 'summary',
    action: 'failed',
    counts: { created: 2, updated: 0, deleted: 0, unchanged: 1, blocked: 0, failed: 1 },
    reason: '2 created, 1 unchanged, 1 failed.',
    projectId: to,
    mayHaveHappened: true,
    text: expect.stringMatching(/- failed job .*: .*No/),
  });
  const failed = json.slice(1).filter(({ action }) => action === 'failed');
  expect(failed).toMatchObject([{ kind: 'job', errorDescription: expect.any(String) }]);
  const last = await performed(prod, 'project.deploy', toEach, { items });
  expect(last[0]).toMatchObject({ counts: { created: 1, unchanged: 3 } });
});

const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;
const WAYS = [1, 100].flatMap((count) => ON_ERROR.map((onError) => ({ count, onError })));

test.each(
  takeSample(
    WAYS,
    ({ count }) => count,
    ({ onError }) => onError,
  ),
)('an error after the effect, $count items, On Error $onError', async ({ count, onError }) => {
  const targets = Array.from({ length: count }, (_one, index) => newProject(`Target ${index}`));
  const items = forEachOf(targets);
  const errors = [{ message: 'Broken', path: ['createJob', 'name'] }];
  const skip = Math.floor((count * 3) / 2);
  prod.faults.add({ kind: 'errors', errors, afterEffect: true, operation: 'createJob', skip });
  const more = { items, settings: { onError } };
  const { outputs, error } = await perform(prod, 'project.deploy', toEach, more);
  prod.faults.clear();
  const inputs = (outputs.flat() as INodeExecutionData[]).map(
    ({ pairedItem }) => (pairedItem as { item: number }).item,
  );
  // The path of the error shows that the change was made.
  expect(error).toBeUndefined();
  expect(new Set(inputs).size).toBe(count);

  const planned = await performed(prod, 'project.plan', toEach, { items });
  const left = planned.filter(({ kind, action }) => kind === 'job' && action !== 'unchanged');
  expect(left).toEqual([]);
  for (const to of targets) expect(jobNames(to).sort()).toEqual(['a', 'b', 'c']);
});

test.each([1, 100])('a plan of %i items that is canceled asks for nothing more', async (count) => {
  await prod.restart({ latencyMs: 20 });
  const targets = Array.from({ length: count }, (_one, index) => newProject(`Target ${index}`));
  const items = forEachOf(targets);
  const { result, cancel } = await startOperation(prod, 'project.plan', toEach, { items });
  while (prod.stats.requests === 0) await pause(2);
  cancel();
  await result;
  const atEnd = prod.stats.requests;
  await pause(100);
  expect(prod.stats.requests).toBe(atEnd);
  expect(creations()).toBe(0);
});

test('each try reports that an approved plan was carried out in part, and sends nothing more', async () => {
  const to = newProject();
  const items = await approvedItems([to]);
  prod.faults.add({ kind: 'status', status: 409, operation: 'createJob', skip: 1 });
  const more = { items, settings: RETRIED };
  const { error } = await perform(prod, 'project.deploy', asApproved(), more);
  expect(error?.message).toBe('1 of 4 changes were not deployed');
  // The text of the gateway is longer than the error shows.
  expect(error?.description).toMatch(
    /^The job "\w": .*"\. .*… Changes that succeeded are not made again\. Run the plan again, and have the remaining changes approved\.$/,
  );
  expect(creations()).toBe(3);
  expect(jobNames(to)).toHaveLength(2);
});

test('a run after an approved plan that fails is reported, and started once', async () => {
  const to = newProject();
  const script = { queueSeconds: 0, durationSeconds: 0, outcome: 'FAILED' as const };
  const smoke = prod.store.addJob({ projectId: to, name: 'a', alias: 'a', script });
  const items = await approvedItems([to]);
  const run = async (parameters: object) =>
    await perform(prod, 'project.deploy', parameters, { items, settings: RETRIED });
  const { error } = await run(asApproved({ runAfter: 'a' }));
  expect(error?.message).toMatch(/^a failed after/);
  expect(error?.description).toMatch(/Everything was deployed\.$/);
  expect(prod.store.runsOfJob(smoke.id)).toHaveLength(1);
  // Without an approval, each try plans again.
  await run({ ...toEach, options: { runAfter: 'a' } });
  expect(prod.store.runsOfJob(smoke.id)).toHaveLength(3);
});

test('one file that cannot be read, and nothing is deployed to any target', async () => {
  const items = forEachOf([newProject('One'), newProject('Two')]);
  const wrong = { json: { to: 'x' }, file: { name: 'x.zip', text: 'no archive' } };
  const { error } = await perform(prod, 'project.deploy', toEach, { items: [...items, wrong] });
  expect(error?.message).toBe('The file is not a readable ZIP file');
  expect(prod.stats.requests).toBe(0);
  const more = { items: [wrong, ...items], settings: CONTINUED };
  const { json } = await perform(prod, 'project.deploy', toEach, more);
  const actions = json.map(({ action }) => action ?? 'none');
  expect(actions).toEqual(['none', ...ALL_MADE, ...ALL_MADE]);
});

test('files of one project that are to go to several targets go to none', async () => {
  const [one, other] = [newProject('One'), newProject('Other')];
  const items = files.map((file, index) => ({
    ...file,
    json: { ...file.json, to: index === 7 ? other : one },
  }));
  for (const operation of ['project.plan', 'project.deploy']) {
    const { error } = await perform(
      prod,
      operation,
      { ...into(one), projectId: toEach.projectId },
      { items },
    );
    expect(error?.message).toBe(
      `Item 0 has the target "${one}", but item 7 has the target "${other}"`,
    );
  }
  expect([...jobNames(one), ...jobNames(other)]).toEqual([]);
});
