import { Platform } from '../../../../platform/connection/platform';
import type { DeployOptions } from '../../../../platform/projectFiles/options';
import { planDeploy } from '../../../../platform/projectFiles/plan/plan';
import { ALL_PARTS } from '../../../../platform/projectFiles/files/model';
import { costOf, MAX_HELD_MS } from '../../../support/eventLoop';
import {
  addApp,
  addJob,
  addPipeline,
  addVolume,
  deploy,
  filesOf,
  jobFiles,
  mutations,
  packageOf,
  parsed,
  plan,
  projectFiles,
  useProjects,
} from '../support';

const at = useProjects();
const store = () => at.sandbox.store;
const files = async () => await filesOf(at.sandbox, at.from);
const job = (projectId: string, alias: string, more: object = {}) =>
  addJob(at.sandbox, projectId, alias, more);
const version = (text: string) => packageOf(at.sandbox, text);
const containing = (text: string) => expect.stringContaining(text) as string;

async function planned(options: DeployOptions = {}, given?: Map<string, Buffer>) {
  const { steps } = await plan(at.sandbox, given ?? (await files()), at.to, options);
  return steps
    .filter(({ kind }) => kind !== 'project')
    .map(({ kind, name, action, reason = '' }) => ({ kind, name, action, reason }));
}

const reasonsOf = async (given: Map<string, Buffer>, options: DeployOptions = {}) =>
  (await planned(options, given)).flatMap(({ action, reason }) =>
    action === 'blocked' ? [reason] : [],
  );

test('a pipeline whose job is blocked is blocked too, and nothing of either is sent', async () => {
  const { id } = job(at.from, 'load');
  const secret = { name: 'SECRET', isPassword: true, value: 'x' };
  store().variables.add({ scope: 'JOB', entityId: id, ...secret });
  addPipeline(at.sandbox, at.from, 'Daily', id);
  expect(await planned()).toEqual([
    { kind: 'job', name: 'load', action: 'blocked', reason: containing('"SECRET"') },
    { kind: 'pipeline', name: 'Daily', action: 'blocked', reason: containing('"load"') },
  ]);
  await expect(deploy(at.sandbox, await files(), at.to)).rejects.toThrow(
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
  expect(mutations(at.sandbox)).toEqual({});
});

test('a name that is there twice blocks, and an entity is found by its alias first', async () => {
  job(at.from, 'load', { name: 'Load' });
  job(at.to, 'one', { name: 'Load' });
  job(at.to, 'two', { name: 'Load' });
  expect(await planned()).toMatchObject([
    { action: 'blocked', reason: containing('has 2 entries named') },
  ]);
  job(at.to, 'load', { name: 'Another name' });
  const actions = (await planned()).map(({ name, action }) => [name, action]);
  expect(actions).toEqual(['update', 'extraneous', 'extraneous'].map((action) => ['Load', action]));
});

test('what is not in the files stays, and goes only where that is chosen', async () => {
  for (const [projectId, name] of [
    [at.from, 'load'],
    [at.to, 'old'],
  ] as const) {
    addPipeline(at.sandbox, projectId, name, job(projectId, name).id);
    addApp(at.sandbox, projectId, name, addVolume(at.sandbox, projectId, name).id);
    store().variables.add({ scope: 'PROJECT', entityId: projectId, name, value: 'a' });
  }
  const first = await deploy(at.sandbox, await files(), at.to);
  expect(first.changes.filter(({ action }) => action === 'deleted')).toEqual([]);
  expect(store().jobs({ projectId: at.to })).toHaveLength(2);

  // Used entities go after what uses them.
  const second = await deploy(at.sandbox, await files(), at.to, { deleteExtraneous: true });
  expect(second.changes.filter(({ failure }) => failure)).toEqual([]);
  expect(second.changes.filter(({ action }) => action === 'deleted')).toHaveLength(5);
  expect([...(await filesOf(at.sandbox, at.to)).keys()]).toEqual([...(await files()).keys()]);
});

test('nothing is deleted while anything else is not in place', async () => {
  job(at.from, 'load');
  job(at.to, 'old');
  const errors = [{ message: 'No', path: ['createJob'] }];
  at.sandbox.accidents.add({ kind: 'errors', operation: 'createJob', errors });
  const options = { deleteExtraneous: true };
  const { changes } = await deploy(at.sandbox, await files(), at.to, options);
  expect(changes.map(({ action }) => action).sort()).toEqual(['failed', 'unchanged', 'unchanged']);
  expect(store().jobs({ projectId: at.to })).toHaveLength(1);
});

test('a package that differs makes a version, and so does nothing else', async () => {
  const source = job(at.from, 'load', { version: version('one') });
  await deploy(at.sandbox, await files(), at.to);
  const [placed] = store().jobs({ projectId: at.to });
  if (!placed) throw new Error('Not deployed');
  const versions = () => store().jobVersions(placed).length;
  store().addJobVersion(source.id, { ...version('one'), releaseNote: 'Same' }, 'x');
  expect(await planned()).toMatchObject([{ action: 'unchanged' }]);
  store().addJobVersion(source.id, version('two'), 'x');
  expect(await planned({ comparePackages: 'name' })).toMatchObject([{ action: 'unchanged' }]);
  const { steps } = await plan(at.sandbox, await files(), at.to);
  const named = expect.stringMatching(/^main.py \(sha256 [0-9a-f]{12}\)$/) as string;
  expect(steps[1]?.changes).toEqual([{ field: 'version.package', from: named, to: named }]);
  await deploy(at.sandbox, await files(), at.to, { releaseNote: 'Promoted' });
  expect(versions()).toBe(2);
  expect(store().jobVersions(placed)[0]?.details.releaseNote).toBe('Promoted');

  // A setting makes none, and another command keeps the package.
  store().editJob(source.id, { description: 'Changed' });
  await deploy(at.sandbox, await files(), at.to);
  expect(versions()).toBe(2);
  store().addJobVersion(source.id, { ...version('two'), commandLine: 'run' }, 'x');
  await deploy(at.sandbox, await files(), at.to);
  expect(versions()).toBe(3);
  const text = (all: Map<string, Buffer>) => String(all.get('jobs/load/main.py'));
  expect(text(await filesOf(at.sandbox, at.to))).toBe('two');

  // Files without packages keep it, too.
  store().addJobVersion(source.id, { ...version('three'), commandLine: 'walk' }, 'x');
  const without = await filesOf(at.sandbox, at.from, { packages: false });
  const { changes } = await deploy(at.sandbox, without, at.to);
  expect(changes[1]).toMatchObject({ action: 'updated', changes: [{ to: 'walk' }] });
  expect(text(await filesOf(at.sandbox, at.to))).toBe('two');
});

test('files that name a package which they do not hold are blocked', async () => {
  job(at.from, 'new', { version: version('print(1)') });
  job(at.from, 'there', { version: version('print(1)') });
  job(at.to, 'there', { version: version('print(2)') });
  const all = await files();
  for (const name of ['new', 'there']) all.delete(`jobs/${name}/main.py`);
  const reason = containing('refer to the package "main.py", but it is not in the files');
  expect(await reasonsOf(all)).toEqual([reason, reason]);
  await expect(deploy(at.sandbox, all, at.to)).rejects.toThrow('nothing was changed');
});

test('another category is reported: the target cannot set it', async () => {
  job(at.from, 'load', { category: 'Extraction' });
  const { id } = job(at.to, 'load', { category: 'Processing' });
  const { changes } = await deploy(at.sandbox, await files(), at.to);
  expect(changes[1]).toMatchObject({
    action: 'unchanged',
    reason: 'The target cannot set category. It is not changed.',
  });
  expect(store().job(id)?.category).toBe('Processing');
});

test('a password on the target keeps its value, and a value for this target stands before that of the files', async () => {
  const { variables } = store();
  const add = (entityId: string, name: string, value: string, isPassword = false) =>
    variables.add({ scope: 'PROJECT', entityId, name, value, isPassword });
  add(at.from, 'SECRET', 'of dev', true);
  add(at.from, 'URL', 'dev.example.com');
  add(at.to, 'SECRET', 'of prod', true);
  const given = new Map([
    ['SECRET', 'another'],
    ['URL', 'prod.example.com'],
  ]);
  await deploy(at.sandbox, await files(), at.to, { variables: given });
  const values = variables.of('PROJECT', at.to).map(({ value }) => value);
  expect(values).toEqual(['of prod', 'prod.example.com']);
  expect(await planned({ variables: given })).toMatchObject([
    { action: 'unchanged', reason: containing('keeps its value') },
    { action: 'unchanged' },
  ]);
  expect(String((await files()).get('variables.json'))).not.toContain('of dev');
});

test('a volume cannot become smaller, but larger', async () => {
  addVolume(at.sandbox, at.to, 'models', '10 GB');
  const sized = (size: string) => projectFiles({ 'volumes/models.json': { name: 'models', size } });
  expect(await reasonsOf(sized('9.9 GB'))).toEqual([
    'A volume cannot become smaller. Its size is 10 GB.',
  ]);
  expect((await deploy(at.sandbox, sized('11 GB'), at.to)).summary.action).toBe('updated');
});

test.each(['job', 'volume', 'pipeline'] as const)(
  'a %s whose name differs by case alone is blocked',
  async (kind) => {
    for (const [projectId, name] of [
      [at.to, 'load'],
      [at.from, 'LOAD'],
    ] as const) {
      const { id } = job(projectId, kind === 'job' ? name : 'of_pipelines');
      addVolume(at.sandbox, projectId, kind === 'volume' ? name : 'data');
      addPipeline(at.sandbox, projectId, kind === 'pipeline' ? name : 'daily', id);
    }
    const all = await files();
    if (kind === 'job') all.delete('pipelines/daily.json');
    const reason = `The target has the ${kind} "load". Names must differ by more than upper and lower case.`;
    expect(await reasonsOf(all)).toEqual([reason]);
    // A volume that is deleted gives its name up before.
    const options = { deleteExtraneous: true, deleteAtMost: 9 };
    const blocked = (await reasonsOf(all, options)).filter((text) => text === reason);
    expect(blocked).toHaveLength(kind === 'volume' ? 0 : 1);
  },
);

describe('a volume that is linked to an app', () => {
  const app = (name: string, ...volumes: string[]) => ({
    name,
    technology: { label: 'Notebook' },
    version: { volumes: volumes.map((volume) => ({ path: `/${volume}`, volume })) },
  });
  const ofApps = (apps: Record<string, string[]>) =>
    projectFiles({
      'volumes/models.json': { name: 'models', size: '1 GB' },
      'volumes/pages.json': { name: 'pages', size: '1 GB' },
      ...Object.fromEntries(
        Object.entries(apps).map(([name, volumes]) => [`apps/${name}.json`, app(name, ...volumes)]),
      ),
    });

  test('is blocked for another one if the files do not name the first', async () => {
    await deploy(at.sandbox, ofApps({ Board: ['models'] }), at.to);
    expect(await reasonsOf(ofApps({ Notes: ['models'] }))).toEqual([
      'The app "Board" of the target is linked to one of its volumes. Unlink it there first.',
    ]);
  });

  test('goes to another one in one deploy; two that are swapped are blocked', async () => {
    // The app that gets it comes first.
    await deploy(at.sandbox, ofApps({ Ant: ['pages'], Zebra: ['models'] }), at.to);
    const moved = ofApps({ Ant: ['pages', 'models'], Zebra: [] });
    const { changes } = await deploy(at.sandbox, moved, at.to);
    const ofBoth = changes.filter(({ kind }) => kind === 'app').map(({ action }) => action);
    expect(ofBoth).toEqual(['updated', 'updated']);
    await deploy(at.sandbox, ofApps({ Ant: ['pages'], Zebra: ['models'] }), at.to);
    expect(await reasonsOf(ofApps({ Ant: ['models'], Zebra: ['pages'] }))).toHaveLength(2);
  });
});

test('other work runs while thousands of things are planned', async () => {
  const aliases = Array.from({ length: 2_000 }, (_, n) => `job_${n}`);
  const graph = { jobs: aliases.map((alias) => ({ node: alias, job: alias })) };
  const all = projectFiles({
    ...jobFiles(aliases),
    ...Object.fromEntries(
      ['a', 'b', 'c'].map((name) => [`pipelines/${name}.json`, { name, version: { graph } }]),
    ),
  });
  const given = await parsed(all);
  const platform = Platform.connect(at.sandbox.credentials);
  const work = async () => await planDeploy(platform, given, { projectId: at.to });
  expect((await costOf(work, 1)).heldMs).toBeLessThan(MAX_HELD_MS);
});

describe('the fingerprint of a plan', () => {
  test('is the same until files, target or options change', async () => {
    const source = job(at.from, 'load', { version: version('one') });
    const there = job(at.to, 'other');
    const given = async () => await filesOf(at.sandbox, at.from, { include: ALL_PARTS });
    const fingerprint = async (options: DeployOptions = {}) =>
      (await plan(at.sandbox, await given(), at.to, options)).fingerprint;
    const [first, again] = [await fingerprint(), await fingerprint()];
    expect(again).toBe(first);
    const known = new Set([first]);
    const group = { name: 'analysts', role: 'ROLE_PROJECT_VIEWER' as const };
    for (const change of [
      () => store().editJob(there.id, { description: 'Changed there' }),
      () => store().editJob(source.id, { description: 'Changed here' }),
      () => store().addJobVersion(source.id, version('two'), 'x'),
      () => store().editProject(at.to, { settings: { authorizedGroups: [group] } }),
    ]) {
      change();
      known.add(await fingerprint());
    }
    for (const options of [
      { select: ['jobs/load'] },
      { deleteExtraneous: true },
      { leaveOut: ['*'] },
      { technologies: new Map([['Cobol', 'Bash']]) },
    ]) {
      known.add(await fingerprint(options));
    }
    expect(known.size).toBe(9);
    const approved = deploy(at.sandbox, await given(), at.to, { approvedPlan: first });
    await expect(approved).rejects.toThrow('The approved plan is not the current plan');
    expect(mutations(at.sandbox)).toEqual({});
  });

  test('holds names of the option Variables but not their values, and values of files', async () => {
    const { variables } = store();
    const add = (name: string, isPassword: boolean) =>
      variables.add({ scope: 'PROJECT', entityId: at.from, name, value: 'x', isPassword });
    const names = ['SECRET_1', 'SECRET_2'];
    for (const name of names) add(name, true);
    add('URL', false);
    const all = await files();
    const values = (secret: string, url = 'a', left = names) =>
      new Map([...left.map((name) => [name, secret] as const), ['URL', url]]);
    const planOf = async (given: Map<string, string>, of = all) =>
      await plan(at.sandbox, of, at.to, { variables: given });
    const first = await planOf(values('one'));
    const { fingerprint } = first;
    // Nobody can try values against it: it is the same for each.
    expect((await planOf(values('two'))).fingerprint).toBe(fingerprint);
    expect((await planOf(values('one', 'b'))).fingerprint).toBe(fingerprint);
    const edited = String(all.get('variables.json')).replace('"x"', '"y"');
    const others = new Map(all).set('variables.json', Buffer.from(edited));
    expect((await planOf(values('one'), others)).fingerprint).not.toBe(fingerprint);
    const fewer = values('one', 'a', names.slice(1));
    expect((await planOf(fewer)).fingerprint).not.toBe(fingerprint);
    expect(JSON.stringify(first.steps.map(({ changes }) => changes))).not.toContain('one');
    // What was approved is carried out with the value of today.
    const options = { approvedPlan: fingerprint, variables: values('rotated') };
    await deploy(at.sandbox, all, at.to, options);
    const set = variables.of('PROJECT', at.to).filter(({ isPassword }) => isPassword);
    expect(set.map(({ value }) => value)).toEqual(names.map(() => 'rotated'));
  });
});
