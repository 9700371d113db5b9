import type { DeployOptions } from '../../../../platform/projectFiles/options';
import { PlatformError } from '../../../../platform/errors/errors';
import { startSandbox, type Sandbox } from '../../../../sandbox';
import { deploy, filesOf, mutations, plan } from '../support';

let sandbox: Sandbox;
let from: string;
let to: string;
beforeEach(async () => {
  sandbox = await startSandbox({ seedRuns: false });
  from = sandbox.store.addProject({ name: 'From' }).id;
  to = sandbox.store.addProject({ name: 'To' }).id;
});
afterEach(() => sandbox.close());

const job = (projectId: string, alias: string, more: object = {}) =>
  sandbox.store.addJob({ projectId, name: alias, alias, ...more });

function pipeline(projectId: string, alias: string, jobId: string) {
  const node = { id: crypto.randomUUID(), jobId, position: null, nextNodes: [] };
  const graph = { jobNodes: [node], conditionNodes: [] };
  return sandbox.store.pipelines.add({ projectId, name: alias, alias, graph });
}

const variable = (entityId: string, name: string, value: string, scope = 'PROJECT') =>
  sandbox.store.variables.add({ scope: scope as 'PROJECT', entityId, name, value });

/** The files of a project, with what its `project.json` says besides. */
async function files(more: object = {}): Promise<Map<string, Buffer>> {
  const all = await filesOf(sandbox, from);
  const project = JSON.parse(String(all.get('project.json'))) as object;
  return all.set('project.json', Buffer.from(JSON.stringify({ ...project, ...more })));
}

const DELETE: DeployOptions = { deleteExtraneous: true };

const names = () =>
  sandbox.store
    .jobs({ projectId: to })
    .map(({ alias }) => alias)
    .sort();

async function refusalOf(work: Promise<unknown>): Promise<PlatformError> {
  const outcome = await work.catch((error: unknown) => error);
  if (!(outcome instanceof PlatformError)) throw new Error('Not refused');
  return outcome;
}

test('what is protected is not deleted, and neither is what it needs', async () => {
  job(from, 'load');
  variable(from, 'URL', 'a');
  pipeline(from, 'nightly', job(from, 'clean').id);
  for (const alias of ['ledger-eu', 'ledger-us', 'needed', 'old']) job(to, alias);
  const needed = sandbox.store.jobs({ projectId: to }).find(({ alias }) => alias === 'needed');
  pipeline(to, 'audit', needed?.id ?? '');
  variable(to, 'SECRET_URL', 'x');
  variable(to, 'OTHER', 'x');
  const protect = ['jobs/ledger-*', 'pipelines/audit', 'variables/SECRET_*'];
  const { changes } = await deploy(sandbox, await files({ protect }), to, DELETE);
  const told = new Map(changes.map(({ name, action, reason }) => [name, [action, reason]]));
  const kept = (glob: string) => [
    'unchanged',
    `It is not in the files. It is protected by "${glob}" and is kept.`,
  ];
  expect(told.get('ledger-eu')).toEqual(kept('jobs/ledger-*'));
  expect(told.get('ledger-us')).toEqual(kept('jobs/ledger-*'));
  expect(told.get('audit')).toEqual(kept('pipelines/audit'));
  expect(told.get('SECRET_URL')).toEqual(kept('variables/SECRET_*'));
  expect(told.get('needed')).toEqual([
    'unchanged',
    'It is not in the files. It is kept because pipelines/audit needs it.',
  ]);
  expect(told.get('old')?.[0]).toBe('deleted');
  expect(told.get('OTHER')?.[0]).toBe('deleted');
  expect(names()).toEqual(['clean', 'ledger-eu', 'ledger-us', 'load', 'needed']);
  const again = await plan(sandbox, await files({ protect }), to, DELETE);
  expect(new Set(again.steps.map(({ action }) => action))).toEqual(new Set(['unchanged']));
});

test('variables of a protected job stay, those of others go', async () => {
  for (const alias of ['ledger', 'load']) {
    job(from, alias);
    variable(job(to, alias).id, 'OWN', 'x', 'JOB');
  }
  const protect = [{ match: 'jobs/ledger' }];
  const { changes } = await deploy(sandbox, await files({ protect }), to, DELETE);
  expect(changes.filter(({ kind }) => kind === 'job')).toMatchObject([
    {
      name: 'ledger',
      action: 'unchanged',
      reason: 'It is protected. Variables that are not in the files are kept.',
    },
    { name: 'load', action: 'updated', changes: [{ field: 'variables.OWN', to: null }] },
  ]);
});

test('a protected thing that may not change blocks its change, and nothing is sent', async () => {
  job(from, 'ledger', { description: 'new' });
  job(from, 'load', { description: 'new' });
  job(to, 'ledger', { description: 'old' });
  job(to, 'load', { description: 'old' });
  const given = await files({ protect: [{ match: 'jobs/ledger', change: 'block' }] });
  sandbox.stats.reset();
  const { message, hint } = await refusalOf(deploy(sandbox, given, to));
  expect(message).toBe('1 change cannot be deployed; nothing was changed');
  expect(hint).toBe('The job "ledger": It is protected by "jobs/ledger".');
  expect(mutations(sandbox)).toEqual({});
  const { steps } = await plan(sandbox, given, to);
  expect(steps.find(({ name }) => name === 'ledger')).toMatchObject({
    action: 'blocked',
    changes: [{ field: 'description', from: 'old', to: 'new' }],
  });

  // What is allowed to go on leaves it as it is.
  const { changes } = await deploy(sandbox, given, to, { isPartly: true });
  expect(changes.map(({ name, action }) => [name, action])).toEqual([
    ['To', 'unchanged'],
    ['ledger', 'blocked'],
    ['load', 'updated'],
  ]);
});

test('a protected thing may be made, and may stay as it is', async () => {
  job(from, 'ledger', { description: 'new' });
  const given = await files({ protect: [{ match: '*', change: 'block' }] });
  const first = await deploy(sandbox, given, to);
  expect(first.changes.map(({ action }) => action)).toEqual(['unchanged', 'created']);
  const second = await deploy(sandbox, given, to);
  expect(second.changes.map(({ action }) => action)).toEqual(['unchanged', 'unchanged']);
});

test('a package that differs is a change that protection blocks', async () => {
  const version = (text: string) => {
    const content = new TextEncoder().encode(text);
    const sha256 = sandbox.store.packages.add(content);
    return { packageInfo: { name: 'main.py', size: content.length, sha256 } };
  };
  job(from, 'ledger', { version: version('new') });
  job(to, 'ledger', { version: version('old') });
  const protect = [{ match: 'jobs/ledger', change: 'block' }];
  const { steps } = await plan(sandbox, await files({ protect }), to);
  expect(steps.at(-1)).toMatchObject({
    action: 'blocked',
    reason: expect.stringMatching(/protected by/),
  });
});

test('the description of the project, and its variables, can be protected', async () => {
  const source = sandbox.store.addProject({ name: 'Source', description: 'new' }).id;
  variable(source, 'URL', 'new');
  variable(to, 'URL', 'old');
  const all = await filesOf(sandbox, source);
  const project = JSON.parse(String(all.get('project.json'))) as object;
  const protect = [{ match: '{project,variables/URL}', change: 'block' }];
  all.set('project.json', Buffer.from(JSON.stringify({ ...project, protect })));
  const { steps } = await plan(sandbox, all, to);
  expect(steps.map(({ kind, action }) => [kind, action])).toEqual([
    ['project', 'blocked'],
    ['variable', 'blocked'],
  ]);
});

test.each([
  ['job', 'jobs'],
  ['variable', 'variables of the project'],
])('nothing of a kind goes where the files hold nothing of it: %s', async (kind, noun) => {
  if (kind === 'job') variable(from, 'URL', 'a');
  else job(from, 'load');
  job(to, 'load');
  variable(to, 'URL', 'a');
  sandbox.stats.reset();
  const { hint } = await refusalOf(deploy(sandbox, await files(), to, DELETE));
  expect(hint).toContain(`The files contain no ${noun}, so none is deleted.`);
  expect(hint).toContain('"include" in project.json');
  expect(mutations(sandbox)).toEqual({});

  const { changes } = await deploy(sandbox, await files(), to, { ...DELETE, isPartly: true });
  expect(changes.filter(({ action }) => action === 'deleted')).toEqual([]);
  const { changes: chosen } = await deploy(sandbox, await files(), to);
  expect(chosen.every(({ action }) => action === 'unchanged')).toBe(true);
});

test.each([
  { there: 6, wanted: 1, most: undefined, isRefused: false },
  { there: 7, wanted: 1, most: undefined, isRefused: true },
  { there: 14, wanted: 7, most: undefined, isRefused: false },
  { there: 14, wanted: 6, most: undefined, isRefused: true },
  { there: 14, wanted: 6, most: 8, isRefused: false },
  { there: 3, wanted: 2, most: 0, isRefused: true },
])('of $there, $wanted are wanted, and at most $most may go', async (given) => {
  const { there, wanted, most, isRefused } = given;
  for (let index = 0; index < there; index++) {
    if (index < wanted) job(from, `job_${index}`);
    job(to, `job_${index}`);
  }
  const gone = there - wanted;
  const options = { ...DELETE, ...(most !== undefined && { deleteAtMost: most }) };
  sandbox.stats.reset();
  if (!isRefused) {
    const { changes } = await deploy(sandbox, await files(), to, options);
    expect(changes.filter(({ action }) => action === 'deleted')).toHaveLength(gone);
    return;
  }
  const { hint } = await refusalOf(deploy(sandbox, await files(), to, options));
  const allowed = most ?? Math.max(5, Math.floor(there / 2));
  expect(hint).toContain(
    `The deploy would delete ${gone} of ${there} entries, but the limit is ${allowed}. To delete them, set "Delete at Most" to ${gone}.`,
  );
  expect(mutations(sandbox)).toEqual({});
  expect(names()).toHaveLength(there);
});
