import type { DeployOptions } from '../../../../platform/projectFiles/options';
import { APP_TECHNOLOGY_IDS, startSandbox, type Sandbox } from '../../../../sandbox';
import { deploy, filesOf, mutations, plan } from '../support';

let sandbox: Sandbox;
let from: string;
let to: string;
beforeEach(async () => {
  sandbox = await startSandbox({ seedRuns: false });
  from = sandbox.store.addProject({ name: 'From', description: 'From' }).id;
  to = sandbox.store.addProject({ name: 'To', description: 'To' }).id;
});
afterEach(() => sandbox.close());

const job = (projectId: string, alias: string, more: object = {}) =>
  sandbox.store.addJob({ projectId, name: alias, alias, ...more });

function pipeline(projectId: string, alias: string, jobIds: string[]) {
  const jobNodes = jobIds.map((jobId) => ({
    id: crypto.randomUUID(),
    jobId,
    position: null,
    nextNodes: [],
  }));
  const graph = { jobNodes, conditionNodes: [] };
  return sandbox.store.pipelines.add({ projectId, name: alias, alias, graph });
}

function app(projectId: string, name: string, volume: string) {
  const { id: volumeId } = sandbox.store.volumes.add({
    projectId,
    name: volume,
    size: '1 GB',
    description: null,
    creator: 'x',
    createdAt: 0,
  });
  return sandbox.store.apps.add({
    projectId,
    name,
    technologyId: APP_TECHNOLOGY_IDS.notebook,
    version: { volumesWithPath: [{ path: '/data', volumeId }] },
  });
}

const variable = (projectId: string, name: string, value: string) =>
  sandbox.store.variables.add({ scope: 'PROJECT', entityId: projectId, name, value });

/** Three jobs, two pipelines, an app and a volume, two variables. */
function fill(): void {
  const [orders, stock] = ['import-orders', 'import-stock'].map((alias) => job(from, alias));
  const clean = job(from, 'clean');
  pipeline(from, 'nightly', [String(orders?.id), String(clean.id)]);
  pipeline(from, 'hourly', [String(stock?.id)]);
  app(from, 'Api', 'data');
  variable(from, 'URL', 'a');
  variable(from, 'MODE', 'b');
}

const files = async () => await filesOf(sandbox, from);

async function planned(select: string[], options: DeployOptions = {}) {
  const { steps } = await plan(sandbox, await files(), to, { select, ...options });
  return steps
    .filter(({ action }) => action !== 'unchanged')
    .map(({ kind, name, action, reason }) => [kind, name, action, ...(reason ? [reason] : [])]);
}

const COMES_WITH = (path: string) => `Deployed with ${path}, which needs it.`;
const STAYS = 'It is not in the files. It is kept.';

test('globs choose what is deployed, and what it needs comes with it', async () => {
  fill();
  expect(await planned(['jobs/import-*'])).toEqual([
    ['job', 'import-orders', 'create'],
    ['job', 'import-stock', 'create'],
  ]);
  expect(await planned(['pipelines/nightly'])).toEqual([
    ['job', 'clean', 'create', COMES_WITH('pipelines/nightly')],
    ['job', 'import-orders', 'create', COMES_WITH('pipelines/nightly')],
    ['pipeline', 'nightly', 'create'],
  ]);
  expect(await planned(['apps/Api', 'variables/U*'])).toEqual([
    ['variable', 'URL', 'create'],
    ['volume', 'data', 'create', COMES_WITH('apps/Api')],
    ['app', 'Api', 'create'],
  ]);
  expect(await planned(['project'])).toEqual([['project', 'To', 'update']]);
  expect(await planned(['pipelines/nightly', 'jobs/clean'])).toContainEqual([
    'job',
    'clean',
    'create',
  ]);
  expect(await planned(['*'])).toEqual(await planned([]));
});

test('a deploy of a part makes that part alone, and one of the rest finishes it', async () => {
  fill();
  const { changes } = await deploy(sandbox, await files(), to, { select: ['pipelines/nightly'] });
  expect(changes.map(({ kind, action }) => [kind, action])).toEqual([
    ['project', 'unchanged'],
    ['job', 'created'],
    ['job', 'created'],
    ['pipeline', 'created'],
  ]);
  const there = [...(await filesOf(sandbox, to)).keys()].filter((path) => /\/.*json$/.test(path));
  expect(there).toEqual(['jobs/clean.json', 'jobs/import-orders.json', 'pipelines/nightly.json']);
  expect(await planned(['pipelines/nightly'])).toEqual([]);
  await deploy(sandbox, await files(), to);
  expect(await filesOf(sandbox, to)).toEqual(await files());
});

test('a pipeline that is chosen finds a job that the target alone has', async () => {
  const shared = job(from, 'shared');
  pipeline(from, 'nightly', [shared.id]);
  job(to, 'shared');
  const withoutJob = new Map([...(await files())].filter(([path]) => path !== 'jobs/shared.json'));
  const { changes } = await deploy(sandbox, withoutJob, to, { select: ['pipelines/*'] });
  expect(changes.map(({ name, action }) => [name, action])).toEqual([
    ['To', 'unchanged'],
    ['nightly', 'created'],
  ]);
  expect(sandbox.store.jobs({ projectId: to })).toHaveLength(1);
});

test('what a chosen pipeline needs and nothing provides blocks it', async () => {
  const shared = job(from, 'shared');
  pipeline(from, 'nightly', [shared.id]);
  const withoutJob = new Map([...(await files())].filter(([path]) => path !== 'jobs/shared.json'));
  const { steps } = await plan(sandbox, withoutJob, to, { select: ['pipelines/nightly'] });
  expect(steps.at(-1)).toMatchObject({
    action: 'blocked',
    reason: 'There is no job with the alias "shared" to run.',
  });
});

test.each([
  ['jobs/imprt-*', /^Nothing matches "jobs\/imprt-\*" in "Deploy Only"/],
  ['jobs/Clean', /^Nothing matches/],
  ['variables/URI', /^Nothing matches/],
  ['job/*', /^"Deploy Only" contains "job\/\*", which cannot match anything/],
  ['jobs/[ab]', /^"Deploy Only" contains "jobs\/\[ab\]", which cannot match anything/],
])('the glob %s is refused by name, and nothing is changed', async (glob, message) => {
  fill();
  sandbox.stats.reset();
  const select = ['jobs/clean', glob];
  await expect(deploy(sandbox, await files(), to, { select })).rejects.toThrow(message);
  expect(mutations(sandbox)).toEqual({});
});

test('a glob may match what the target alone has: deletions are of that alone', async () => {
  fill();
  job(to, 'old-a');
  job(to, 'old-b');
  job(to, 'other');
  variable(to, 'OLD', 'x');
  expect(await planned(['jobs/old-*'])).toEqual([
    ['job', 'old-b', 'extraneous', STAYS],
    ['job', 'old-a', 'extraneous', STAYS],
  ]);
  const options = { select: ['jobs/{old,import}-*'], deleteExtraneous: true };
  const { changes } = await deploy(sandbox, await files(), to, options);
  expect(changes.map(({ name, action }) => [name, action])).toEqual([
    ['To', 'unchanged'],
    ['import-orders', 'created'],
    ['import-stock', 'created'],
    ['old-b', 'deleted'],
    ['old-a', 'deleted'],
  ]);
  const left = sandbox.store.jobs({ projectId: to }).map(({ alias }) => alias);
  expect(left.sort()).toEqual(['import-orders', 'import-stock', 'other']);
  expect(String((await filesOf(sandbox, to)).get('variables.json'))).toContain('OLD');
});

test('a job that a pipeline outside the globs needs is not deleted', async () => {
  fill();
  const old = job(to, 'old-a');
  pipeline(to, 'theirs', [old.id]);
  const options = { select: ['jobs/*'], deleteExtraneous: true };
  const { changes } = await deploy(sandbox, await files(), to, options);
  expect(changes.find(({ name }) => name === 'old-a')).toMatchObject({
    action: 'unchanged',
    reason: 'It is not in the files. It is kept because pipelines/theirs needs it.',
  });
  expect(sandbox.store.jobs({ projectId: to })).toHaveLength(4);
});

test('what is not chosen is no other plan, and what is chosen is', async () => {
  fill();
  const fingerprint = async (select: string[]) =>
    (await plan(sandbox, await files(), to, { select })).fingerprint;
  const nightly = await fingerprint(['pipelines/nightly']);
  expect(await fingerprint(['pipelines/nightly'])).toBe(nightly);
  expect(await fingerprint(['pipelines/hourly'])).not.toBe(nightly);
  expect(await fingerprint([])).not.toBe(nightly);
});

test('what is not chosen may be run afterwards', async () => {
  const { id } = job(to, 'check');
  job(from, 'load');
  const { steps, runAfter } = await plan(sandbox, await files(), to, {
    select: ['jobs/load'],
    runAfter: 'check',
  });
  expect(runAfter).toMatchObject({ kind: 'job', step: { present: { id } } });
  expect(steps.map(({ name }) => name)).toEqual(['To', 'load']);
});
