import { Platform } from '../../../../platform/connection/platform';
import type { DeployOptions } from '../../../../platform/projectFiles/options';
import { planDeploy } from '../../../../platform/projectFiles/plan/plan';
import {
  APP_TECHNOLOGY_IDS,
  startSandbox,
  TECHNOLOGY_IDS,
  type Sandbox,
} from '../../../../sandbox';
import { costOf, MAX_HELD_MS } from '../../../support/eventLoop';
import { addCredentials } from '../../../support/randomProject';
import { deploy, filesOf, mutations, parsed, plan } from '../support';

let sandbox: Sandbox;
let from: string;
let to: string;
beforeEach(async () => {
  sandbox = await startSandbox({ seedRuns: false });
  from = sandbox.store.addProject({ name: 'From' }).id;
  to = sandbox.store.addProject({ name: 'To' }).id;
});
afterEach(() => sandbox.close());

const files = async () => await filesOf(sandbox, from);
const job = (projectId: string, alias: string, more: object = {}) =>
  sandbox.store.addJob({ projectId, name: alias, alias, ...more });

/** A version with a package. */
const version = (text: string) => {
  const content = new TextEncoder().encode(text);
  const sha256 = sandbox.store.packages.add(content);
  return { packageInfo: { name: 'main.py', size: content.length, sha256 } };
};

async function planned(options: DeployOptions = {}) {
  const { steps } = await plan(sandbox, await files(), to, options);
  return steps
    .filter(({ kind }) => kind !== 'project')
    .map(({ kind, name, action, reason = '' }) => ({ kind, name, action, reason }));
}

test('a technology that the target lacks blocks, unless another one is named', async () => {
  const platform = Platform.connect(sandbox.credentials);
  job(from, 'load');
  const all = new Map(
    [...(await files())].map(([path, bytes]) => [
      path,
      Buffer.from(String(bytes).replace('"label": "Python"', '"label": "Cobol"')),
    ]),
  );
  const stepOf = async (options = {}) =>
    (await planDeploy(platform, await parsed(all), { projectId: to }, options)).steps.find(
      ({ kind }) => kind === 'job',
    );
  expect(await stepOf()).toMatchObject({
    action: 'blocked',
    reason: expect.stringContaining('no technology "Cobol"'),
  });
  const technologies = new Map([['Cobol', 'Bash']]);
  expect(await stepOf({ technologies })).toMatchObject({
    action: 'create',
    technologyId: TECHNOLOGY_IDS.bash,
  });
});

test('a pipeline whose job is blocked is blocked too, and nothing of either is sent', async () => {
  const { id } = job(from, 'load');
  sandbox.store.variables.add({
    scope: 'JOB',
    entityId: id,
    name: 'SECRET',
    isPassword: true,
    value: 'x',
  });
  const node = { id: crypto.randomUUID(), jobId: id, position: null, nextNodes: [] };
  sandbox.store.pipelines.add({
    projectId: from,
    name: 'Daily',
    graph: { jobNodes: [node], conditionNodes: [] },
  });
  expect(await planned()).toEqual([
    { kind: 'job', name: 'load', action: 'blocked', reason: expect.stringContaining('"SECRET"') },
    {
      kind: 'pipeline',
      name: 'Daily',
      action: 'blocked',
      reason: expect.stringContaining('"load"'),
    },
  ]);
  await expect(deploy(sandbox, await files(), to)).rejects.toThrow(
    '2 changes cannot be deployed; nothing was changed',
  );
  const variables = new Map([['load/SECRET', 'its value']]);
  expect(await planned({ variables })).toEqual([
    { kind: 'job', name: 'load', action: 'create', reason: '' },
    { kind: 'pipeline', name: 'Daily', action: 'create', reason: '' },
  ]);
  const mistyped = new Map([['SECRTE', 'its value']]);
  await expect(planned({ variables: mistyped })).rejects.toThrow(
    'do not contain the variable "SECRTE"',
  );
  expect(mutations(sandbox)).toEqual({});
});

test('a name that is there twice blocks, and an entity is found by its alias first', async () => {
  job(from, 'load', { name: 'Load' });
  job(to, 'one', { name: 'Load' });
  job(to, 'two', { name: 'Load' });
  expect(await planned()).toEqual([
    {
      kind: 'job',
      name: 'Load',
      action: 'blocked',
      reason: expect.stringContaining('has 2 entries named'),
    },
  ]);
  job(to, 'load', { name: 'Another name' });
  expect(await planned()).toEqual([
    { kind: 'job', name: 'Load', action: 'update', reason: '' },
    { kind: 'job', name: 'Load', action: 'extraneous', reason: expect.any(String) },
    { kind: 'job', name: 'Load', action: 'extraneous', reason: expect.any(String) },
  ]);
});

/** One thing of each kind, which use each other. */
function fill(projectId: string, name: string): void {
  const { id: jobId } = job(projectId, name);
  const node = { id: crypto.randomUUID(), jobId, position: null, nextNodes: [] };
  const graph = { jobNodes: [node], conditionNodes: [] };
  sandbox.store.pipelines.add({ projectId, name, graph });
  const volume = { projectId, size: '1 GB', description: null, creator: 'x', createdAt: 0 };
  const { id: volumeId } = sandbox.store.volumes.add({ ...volume, name });
  sandbox.store.apps.add({
    projectId,
    name,
    technologyId: APP_TECHNOLOGY_IDS.notebook,
    version: { volumesWithPath: [{ path: '/data', volumeId }] },
  });
  sandbox.store.variables.add({ scope: 'PROJECT', entityId: projectId, name, value: 'a' });
}

test('what is not in the files stays, and goes only where that is chosen', async () => {
  fill(from, 'load');
  fill(to, 'old');
  const first = await deploy(sandbox, await files(), to);
  expect(first.changes.filter(({ action }) => action === 'deleted')).toEqual([]);
  expect(sandbox.store.jobs({ projectId: to })).toHaveLength(2);

  // Used entities go after what uses them.
  const second = await deploy(sandbox, await files(), to, { deleteExtraneous: true });
  expect(second.changes.filter(({ failure }) => failure)).toEqual([]);
  expect(second.changes.filter(({ action }) => action === 'deleted')).toHaveLength(5);
  expect(await filesOf(sandbox, to)).toEqual(await files());
});

test('nothing is deleted while anything else is not in place', async () => {
  job(from, 'load');
  job(to, 'old');
  const errors = [{ message: 'No', path: ['createJob'] }];
  sandbox.accidents.add({ kind: 'errors', operation: 'createJob', errors });
  const { changes } = await deploy(sandbox, await files(), to, { deleteExtraneous: true });
  expect(changes.map(({ action }) => action).sort()).toEqual(['failed', 'unchanged', 'unchanged']);
  expect(sandbox.store.jobs({ projectId: to })).toHaveLength(1);
});

test('a package that differs makes a version, and so does nothing else', async () => {
  const source = job(from, 'load', { version: version('one') });
  await deploy(sandbox, await files(), to);
  const [placed] = sandbox.store.jobs({ projectId: to });
  if (!placed) throw new Error('Not deployed');
  const versions = () => sandbox.store.jobVersions(placed).length;
  sandbox.store.addJobVersion(source.id, { ...version('one'), releaseNote: 'Same' }, 'x');
  expect(await planned()).toMatchObject([{ action: 'unchanged' }]);
  sandbox.store.addJobVersion(source.id, version('two'), 'x');
  expect(await planned({ comparePackages: 'name' })).toMatchObject([{ action: 'unchanged' }]);
  const { steps } = await plan(sandbox, await files(), to);
  expect(steps.find(({ kind }) => kind === 'job')?.changes).toEqual([
    {
      field: 'version.package',
      from: expect.stringMatching(/^main.py \(sha256 [0-9a-f]{12}\)$/),
      to: expect.stringMatching(/^main.py \(sha256 [0-9a-f]{12}\)$/),
    },
  ]);
  await deploy(sandbox, await files(), to, { releaseNote: 'Promoted' });
  expect(versions()).toBe(2);
  expect(sandbox.store.jobVersions(placed)[0]?.details.releaseNote).toBe('Promoted');

  // A setting makes none, and another command keeps the package.
  sandbox.store.editJob(source.id, { description: 'Changed' });
  await deploy(sandbox, await files(), to);
  expect(versions()).toBe(2);
  sandbox.store.addJobVersion(source.id, { ...version('two'), commandLine: 'run' }, 'x');
  await deploy(sandbox, await files(), to);
  expect(versions()).toBe(3);
  expect(await filesOf(sandbox, to)).toEqual(await files());
});

test.each(['createJob', 'addJobVersion'])(
  'an answer to %s that is lost makes nothing twice',
  async (operation) => {
    const source = job(from, 'load', { version: { commandLine: 'one' } });
    if (operation === 'addJobVersion') {
      await deploy(sandbox, await files(), to);
      sandbox.store.addJobVersion(source.id, { commandLine: 'two' }, 'x');
    }
    sandbox.accidents.add({ kind: 'resetAfter', operation });
    sandbox.stats.reset();
    const { changes } = await deploy(sandbox, await files(), to);
    expect(changes.map(({ action }) => action)).toEqual([
      'unchanged',
      operation === 'createJob' ? 'created' : 'updated',
    ]);
    expect(mutations(sandbox)).toEqual({ [operation]: 1 });
    expect(await filesOf(sandbox, to)).toEqual(await files());
  },
);

test('a response to a new version is lost: what is there by now is reported by its package', async () => {
  const source = job(from, 'load', { version: version('one') });
  await deploy(sandbox, await files(), to);
  sandbox.store.addJobVersion(source.id, version('two'), 'x');
  sandbox.accidents.add({ kind: 'resetAfter', operation: 'addJobVersion' });
  sandbox.stats.reset();
  const { changes } = await deploy(sandbox, await files(), to);
  expect(changes.map(({ action }) => action)).toEqual(['unchanged', 'updated']);
  expect(mutations(sandbox)).toEqual({ addJobVersion: 1 });

  // The platform has not taken it, and has another package under the same name.
  sandbox.store.addJobVersion(source.id, version('three'), 'x');
  sandbox.accidents.add({ kind: 'resetBefore', operation: 'addJobVersion' });
  const second = await deploy(sandbox, await files(), to);
  expect(second.changes.map(({ action }) => action)).toEqual(['unchanged', 'failed']);
  expect(second.changes[1]?.failure?.message).toContain('It is not known whether');
});

test('what the files leave out is emptied', async () => {
  job(from, 'load');
  const { id } = job(to, 'load', { description: 'Old' });
  const { changes } = await deploy(sandbox, await files(), to);
  expect(changes.map(({ action }) => action)).toEqual(['unchanged', 'updated']);
  expect(sandbox.store.job(id)?.description ?? '').toBe('');
  expect(await planned()).toMatchObject([{ action: 'unchanged' }]);
});

test('a job that runs is waited for, or nothing is changed', async () => {
  const source = job(from, 'load', { version: { commandLine: 'one' } });
  await deploy(sandbox, await files(), to);
  sandbox.store.addJobVersion(source.id, { commandLine: 'two' }, 'x');
  const [placed] = sandbox.store.jobs({ projectId: to });
  const run = sandbox.store.startRun(placed?.id ?? '', {
    script: { queueSeconds: 0, durationSeconds: 1.5 },
  });
  const refused = deploy(sandbox, await files(), to, { ifRunning: 'error' });
  await expect(refused).rejects.toThrow('The job "load" is already running');
  const { changes } = await deploy(sandbox, await files(), to, { ifRunning: 'wait' });
  expect(changes.map(({ action }) => action)).toEqual(['unchanged', 'updated']);
  expect(sandbox.store.run(run?.id ?? '')?.status).toBe('SUCCEEDED');
});

test('a password on the target keeps its value, and a value for this target stands before that of the files', async () => {
  const { variables } = sandbox.store;
  const add = (entityId: string, name: string, value: string, isPassword = false) =>
    variables.add({ scope: 'PROJECT', entityId, name, value, isPassword });
  add(from, 'SECRET', 'of dev', true);
  add(from, 'URL', 'dev.example.com');
  add(to, 'SECRET', 'of prod', true);
  const given = new Map([
    ['SECRET', 'another'],
    ['URL', 'prod.example.com'],
  ]);
  await deploy(sandbox, await files(), to, { variables: given });
  const values = variables.of('PROJECT', to).map(({ name, value }) => [name, value]);
  expect(values).toEqual([
    ['SECRET', 'of prod'],
    ['URL', 'prod.example.com'],
  ]);
  expect(await planned({ variables: given })).toMatchObject([
    { action: 'unchanged', reason: expect.stringContaining('keeps its value') },
    { action: 'unchanged' },
  ]);
  expect(String((await files()).get('variables.json'))).not.toContain('of dev');
});

test('each step is reported by its kind, name and alias; volumes have none', async () => {
  job(from, 'load');
  sandbox.store.volumes.add({
    projectId: from,
    name: 'models',
    description: null,
    size: '1 GB',
    creator: 'somebody',
    createdAt: 0,
  });
  const { steps } = await plan(sandbox, await files(), to);
  const told = steps.map(({ kind, name, ...step }) => [kind, name, 'alias' in step && step.alias]);
  expect(told).toEqual(
    expect.arrayContaining([
      ['job', 'load', 'load'],
      ['volume', 'models', false],
    ]),
  );
});

test('an app gets the Docker credential that the target has for its registry', async () => {
  const [ofFrom, ofTo] = [from, to].map((projectId) => addCredentials(sandbox, projectId));
  sandbox.store.apps.add({
    projectId: from,
    name: 'Board',
    technologyId: APP_TECHNOLOGY_IDS.dockerImage,
    version: {
      dockerInfo: { image: 'registry.example.com/board:2', dockerCredentialsId: ofFrom ?? null },
    },
  });
  await deploy(sandbox, await files(), to);
  const [app] = sandbox.store.apps.list(to);
  const [current] = app ? sandbox.store.apps.versions(app) : [];
  expect(current?.details.dockerInfo).toEqual({
    image: 'registry.example.com/board:2',
    dockerCredentialsId: ofTo,
  });
});

test('other work runs while thousands of things are planned', async () => {
  const json = (value: unknown) => Buffer.from(JSON.stringify(value));
  const aliases = Array.from({ length: 2_000 }, (_, n) => `job_${n}`);
  const technology = { label: 'Python' };
  const version = { graph: { jobs: aliases.map((job) => ({ node: job, job })) } };
  const files = await parsed(
    new Map([
      ['project.json', json({ format: 1 })],
      ...aliases.map((alias): [string, Buffer] => [
        `jobs/${alias}.json`,
        json({ alias, name: alias, category: 'Extraction', technology }),
      ]),
      ...['a', 'b', 'c'].map((name): [string, Buffer] => [
        `pipelines/${name}.json`,
        json({ name, version }),
      ]),
    ]),
  );
  const projectId = sandbox.store.addProject({ name: 'To' }).id;
  const platform = Platform.connect(sandbox.credentials);
  const { heldMs } = await costOf(async () => await planDeploy(platform, files, { projectId }), 1);
  expect(heldMs).toBeLessThan(MAX_HELD_MS);
});

test('the fingerprint of a plan is the same until files or target change', async () => {
  const source = job(from, 'load');
  const there = job(to, 'other');
  const fingerprint = async () => (await plan(sandbox, await files(), to)).fingerprint;
  const first = await fingerprint();
  expect(await fingerprint()).toBe(first);
  sandbox.store.editJob(there.id, { description: 'Changed there' });
  const second = await fingerprint();
  expect(second).not.toBe(first);
  sandbox.store.editJob(source.id, { description: 'Changed here' });
  const third = await fingerprint();
  expect([first, second]).not.toContain(third);
  const approved = deploy(sandbox, await files(), to, { approvedPlan: second });
  await expect(approved).rejects.toThrow('The approved plan is not the current plan');
  expect(mutations(sandbox)).toEqual({});
});

test.each([1, 100])(
  'values of the option Variables are no part of the fingerprint, their names (%i) and values of files are',
  async (count) => {
    const { variables } = sandbox.store;
    const names = Array.from({ length: count }, (_, index) => `SECRET_${index}`);
    const add = (name: string, isPassword: boolean) =>
      variables.add({ scope: 'PROJECT', entityId: from, name, value: 'x', isPassword });
    for (const name of names) add(name, true);
    add('URL', false);
    const all = await files();
    const planOf = async (secret: string, url = 'a', left = names, files = all) =>
      await plan(sandbox, files, to, {
        variables: new Map([...left.map((name) => [name, secret] as const), ['URL', url]]),
      });
    const first = await planOf('one');
    // Nobody can try values against it: it is the same for each.
    expect((await planOf('two')).fingerprint).toBe(first.fingerprint);
    expect((await planOf('one', 'b')).fingerprint).toBe(first.fingerprint);
    const edited = String(all.get('variables.json')).replace('"x"', '"y"');
    const others = new Map(all).set('variables.json', Buffer.from(edited));
    expect((await planOf('one', 'a', names, others)).fingerprint).not.toBe(first.fingerprint);
    expect((await planOf('one', 'a', names.slice(1))).fingerprint).not.toBe(first.fingerprint);
    expect(JSON.stringify(first.steps.map(({ changes }) => changes))).not.toContain('one');
    // What was approved is carried out with the value of today.
    await deploy(sandbox, all, to, {
      approvedPlan: first.fingerprint,
      variables: new Map([...names.map((name) => [name, 'rotated'] as const), ['URL', 'a']]),
    });
    const set = variables.of('PROJECT', to).filter(({ isPassword }) => isPassword);
    expect(set.map(({ value }) => value)).toEqual(names.map(() => 'rotated'));
  },
);

describe('files that name a package which they do not hold', () => {
  const withoutPackages = async () => {
    const all = await files();
    return new Map([...all].filter(([path]) => !path.endsWith('main.py')));
  };
  const blocked = {
    action: 'blocked',
    reason: expect.stringContaining('refer to the package "main.py", but it is not in the files'),
  };

  test('block where the job is new', async () => {
    job(from, 'load', { version: version('print(1)') });
    const { steps } = await plan(sandbox, await withoutPackages(), to);
    expect(steps.filter(({ kind }) => kind === 'job')).toMatchObject([blocked]);
    await deploy(sandbox, await withoutPackages(), to).catch(() => undefined);
    expect(sandbox.store.jobs({ projectId: to })).toEqual([]);
  });

  test('block where the job is there', async () => {
    job(from, 'load', { version: version('print(1)') });
    job(to, 'load', { version: version('print(2)') });
    const { steps } = await plan(sandbox, await withoutPackages(), to);
    expect(steps.filter(({ kind }) => kind === 'job')).toMatchObject([blocked]);
  });
});
