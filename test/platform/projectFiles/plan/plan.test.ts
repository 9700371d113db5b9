import { Platform } from '../../../../platform/connection/platform';
import type { DeployOptions } from '../../../../platform/projectFiles/options';
import { planDeploy } from '../../../../platform/projectFiles/plan/plan';
import { APP_TECHNOLOGY_IDS, TECHNOLOGY_IDS } from '../../../../sandbox';
import { ALL_PARTS } from '../../../../platform/projectFiles/tree';
import { measureCost, MAX_BLOCKED_MS } from '../../../support/eventLoop';
import { failureOf } from '../../../support/failureOf';
import {
  filesWith,
  inWords,
  jobFiles,
  notUnchanged,
  parsed,
  projectFiles,
  useProjects,
} from '../support';

const at = useProjects();
const containing = (text: string) => expect.stringContaining(text) as string;

async function planned(options: DeployOptions = {}, given?: Map<string, Buffer>) {
  const { steps } = await at.plan(given ?? (await at.files()), options);
  return steps
    .filter(({ kind }) => kind !== 'project')
    .map(({ kind, name, action, reason = '' }) => ({ kind, name, action, reason }));
}

const reasonsOf = async (given: Map<string, Buffer>, options: DeployOptions = {}) =>
  (await planned(options, given)).flatMap(({ action, reason }) =>
    action === 'blocked' ? [reason] : [],
  );

test('a pipeline whose job is blocked is blocked too, and nothing of either is sent', async () => {
  const { id } = at.addJob(at.from, 'load');
  at.addVariable(id, 'SECRET', { scope: 'JOB', isPassword: true });
  at.addPipeline(at.from, 'Daily', id);
  const reason =
    'Variable "SECRET": It is a password, and the target has no variable with this name. Set its value in the option "Variables".';
  expect(await planned()).toEqual([
    { kind: 'job', name: 'load', action: 'blocked', reason },
    { kind: 'pipeline', name: 'Daily', action: 'blocked', reason: containing('"load"') },
  ]);
  const variables = new Map([['load/SECRET', 'its value']]);
  expect(await planned({ variables })).toEqual([
    { kind: 'job', name: 'load', action: 'create', reason: '' },
    { kind: 'pipeline', name: 'Daily', action: 'create', reason: '' },
  ]);
  const mistyped = new Map([['SECRTE', 'its value']]);
  await expect(planned({ variables: mistyped })).rejects.toThrow(
    'do not contain the variable "SECRTE"',
  );
  expect(at.mutations()).toEqual({});
});

test('a plain variable of the target does not become a password without a value', async () => {
  const jobs = [at.from, at.to].map((project) => at.addJob(project, 'load').id);
  jobs.forEach((id, index) =>
    at.addVariable(id, 'SECRET', { scope: 'JOB', isPassword: index === 0 }),
  );
  expect(await planned()).toEqual([
    {
      kind: 'job',
      name: 'load',
      action: 'blocked',
      reason:
        'Variable "SECRET": It is a password, and the target has a plain variable with this name. Set its value in the option "Variables".',
    },
  ]);
});

test('a name that is there twice blocks, and an entity is found by its alias first', async () => {
  at.addJob(at.from, 'load', { name: 'Load' });
  at.addJob(at.to, 'one', { name: 'Load' });
  at.addJob(at.to, 'two', { name: 'Load' });
  expect(await planned()).toMatchObject([
    {
      action: 'blocked',
      reason: containing(
        '2 entries named "Load" on the target may be this one. Use different names or aliases',
      ),
    },
  ]);
  at.addJob(at.to, 'load', { name: 'Another name' });
  const actions = (await planned()).map(({ name, action }) => [name, action]);
  expect(actions).toEqual(['update', 'extraneous', 'extraneous'].map((action) => ['Load', action]));
});

test('apps with the same name are found again, whatever the names of their files', async () => {
  const app = { name: 'Board', technology: { label: 'Notebook' } };
  const files = projectFiles({
    'apps/A.json': { ...app, description: 'first' },
    'apps/Board.json': { ...app, description: 'second' },
  });
  await at.deploy(files);
  const { steps } = await at.plan(files);
  expect(inWords(steps)).toEqual(['project To unchanged', ...Array(2).fill('app Board unchanged')]);
});

test('a file without an alias is the job with its name whose alias is the name of the file', async () => {
  at.addJob(at.to, 'load_eu', { name: 'Load', description: 'before' });
  const { steps } = await at.plan(
    projectFiles(jobFiles(['a', 'load_eu'], () => ({ alias: undefined, name: 'Load' }))),
  );
  const actions = steps.map(({ key, action }) => `${key} ${action}`);
  expect(actions).toEqual([' unchanged', 'a create', 'load_eu update']);
});

test('what refers to one of several entities of a name is blocked by the plan', async () => {
  for (const alias of ['Load', 'Load_2']) at.addJob(at.to, alias, { name: 'Load' });
  for (let count = 0; count < 2; count++) at.addVolume(at.to, 'data');
  const graph = { jobs: [{ node: 'Load', job: 'Load' }] };
  const volumes = [{ path: '/data', volume: 'data' }];
  const files = projectFiles({
    'jobs/Load.json': { name: 'Load', category: 'Extraction', technology: { label: 'Python' } },
    'pipelines/daily.json': { name: 'daily', version: { graph } },
    'volumes/data.json': { name: 'data', size: '1 GB' },
    'apps/board.json': { name: 'board', technology: { label: 'Notebook' }, version: { volumes } },
  });
  expect(await reasonsOf(files)).toEqual([
    '2 entries named "data" on the target may be this one. Use different names for them.',
    containing('2 entries named "Load" on the target may be this one.'),
    'There is no volume "data" to link.',
    'There is no job with the alias "Load" to run.',
  ]);
});

test('what is not in the files stays, and goes only where that is chosen', async () => {
  for (const [projectId, name] of [
    [at.from, 'load'],
    [at.to, 'old'],
  ] as const) {
    at.addPipeline(projectId, name, at.addJob(projectId, name).id);
    at.addApp(projectId, name, at.addVolume(projectId, name).id);
    at.addVariable(projectId, name);
  }
  const first = await at.deploy(await at.files());
  expect(first.changes.filter(({ action }) => action === 'deleted')).toEqual([]);
  expect(at.store.jobs({ projectId: at.to })).toHaveLength(2);

  // Entities are deleted after those that use them.
  const second = await at.deploy(await at.files(), { deleteExtraneous: true });
  expect(second.changes.filter(({ failure }) => failure)).toEqual([]);
  expect(second.changes.filter(({ action }) => action === 'deleted')).toHaveLength(5);
  expect([...(await at.filesOf(at.to)).keys()]).toEqual([...(await at.files()).keys()]);
});

test('nothing is deleted while anything else is not in place', async () => {
  at.addJob(at.from, 'load');
  at.addJob(at.to, 'old');
  const errors = [{ message: 'No', path: ['createJob'] }];
  at.sandbox.faults.add({ kind: 'errors', operation: 'createJob', errors });
  const options = { deleteExtraneous: true };
  const { changes } = await at.deploy(await at.files(), options);
  expect(changes.map(({ action }) => action).sort()).toEqual(['failed', 'unchanged', 'unchanged']);
  expect(at.store.jobs({ projectId: at.to })).toHaveLength(1);
});

test('a project without a list is not taken for an empty one', async () => {
  const instead = 'type Project { pipelines: [Pipeline!] }';
  await at.startOther({ schemaChanges: { without: [], instead } });
  at.addJob(at.from, 'load');
  const files = await at.files();
  const list = jest.spyOn(at.store.pipelines, 'list').mockReturnValue(null as never);
  await expect(at.plan(files)).rejects.toThrow(`The platform has no project with the ID ${at.to}`);
  list.mockRestore();
});

test('a package that differs makes a version, and so does nothing else', async () => {
  const sourceUrl = 'https://git.example.com/load';
  const version = (text: string) => ({ ...at.packageOf(text), sourceUrl });
  const source = at.addJob(at.from, 'load', { version: version('one') });
  await at.deploy(await at.files());
  const [placed] = at.store.jobs({ projectId: at.to });
  if (!placed) throw new Error('Not deployed');
  const versions = () => at.store.jobVersions(placed).length;
  at.store.addJobVersion(source.id, { ...version('one'), releaseNote: 'Same' }, 'x');
  expect(await planned()).toMatchObject([{ action: 'unchanged', reason: '' }]);
  at.store.addJobVersion(source.id, version('two'), 'x');
  expect(await planned({ comparePackages: 'name' })).toMatchObject([{ action: 'unchanged' }]);
  const { steps } = await at.plan(await at.files());
  const named = expect.stringMatching(/^main.py \(sha256 [0-9a-f]{12}\)$/) as string;
  expect(steps[1]?.changes).toEqual([{ field: 'version.package', from: named, to: named }]);
  await at.deploy(await at.files(), { releaseNote: 'Promoted' });
  expect(versions()).toBe(2);
  const { details } = at.store.jobVersions(placed)[0] ?? {};
  expect(details).toMatchObject({ releaseNote: 'Promoted', sourceUrl });

  // Another setting adds no version. Another command adds one that keeps the package.
  at.store.editJob(source.id, { description: 'Changed' });
  await at.deploy(await at.files());
  expect(versions()).toBe(2);
  at.store.addJobVersion(source.id, { ...version('two'), commandLine: 'run' }, 'x');
  await at.deploy(await at.files());
  expect(versions()).toBe(3);
  const text = (all: Map<string, Buffer>) => String(all.get('jobs/load/main.py'));
  expect(text(await at.filesOf(at.to))).toBe('two');

  // Files without packages also keep it.
  at.store.addJobVersion(source.id, { ...version('three'), commandLine: 'walk' }, 'x');
  const without = await at.files({ packages: false });
  const { changes } = await at.deploy(without);
  expect(changes[1]).toMatchObject({ action: 'updated', changes: [{ to: 'walk' }] });
  expect(text(await at.filesOf(at.to))).toBe('two');
});

test('files that name packages which they do not hold are blocked; of many jobs, ten are named', async () => {
  const names = Array.from({ length: 11 }, (_, n) => `job_${n}`);
  for (const name of names) at.addJob(at.from, name, { version: at.packageOf('print(1)') });
  at.addJob(at.to, 'job_7', { version: at.packageOf('print(2)') });
  const all = await at.files();
  for (const name of names) all.delete(`jobs/${name}/main.py`);
  const reason = containing('refer to the package "main.py", but it is not in the files');
  expect(await reasonsOf(all)).toEqual(names.map(() => reason));
  const { message, hint } = await failureOf(at.deploy(all));
  expect(message).toBe('11 changes cannot be deployed; nothing was changed');
  expect(String(hint).match(/The job "job_/g)).toHaveLength(10);
  expect(hint).toMatch(/ And 1 more: "Plan" lists them\.$/);

  // Files without packages keep the package of the target, which a new job does not have.
  all.set('project.json', Buffer.from('{ "format": 1, "packages": false }'));
  const others = names.filter((name) => name !== 'job_7');
  expect(await reasonsOf(all)).toEqual(others.map(() => containing('files contain no packages')));
});

test('a new version of a pipeline has the release note of the deploy', async () => {
  const jobs = ['load', 'save'].map((alias) => at.addJob(at.from, alias).id);
  at.addPipeline(at.from, 'Daily', ...jobs);
  await at.deploy(await at.files(), { releaseNote: 'Promoted' });
  const [placed] = at.store.pipelines.list(at.to);
  expect(placed && at.store.pipelines.versions(placed)).toMatchObject([
    { details: { releaseNote: 'Promoted' } },
  ]);
});

test('a new job needs a category', async () => {
  const files = projectFiles(jobFiles(['load'], () => ({ category: undefined })));
  expect(await reasonsOf(files)).toEqual(['The files do not contain its category.']);
  at.addJob(at.to, 'load');
  expect(await reasonsOf(files)).toEqual([]);
});

test('an app is blocked if the target has no such context of its technology', async () => {
  const technologyId = APP_TECHNOLOGY_IDS.notebook;
  const version = { runtimeContextId: 'gone' };
  at.store.apps.add({ projectId: at.from, name: 'Board', technologyId, version });
  const reason = containing('of the target has no context "gone".');
  expect(await planned()).toEqual([{ kind: 'app', name: 'Board', action: 'blocked', reason }]);
});

test('a category that the target cannot set, or does not list, is planned with a remark', async () => {
  const { id } = at.addJob(at.to, 'load', { category: 'Extraction' });
  const files = projectFiles(jobFiles(['load', 'save'], () => ({ category: 'Extractoin' })));
  expect(await planned({}, files)).toMatchObject([
    { action: 'unchanged', reason: 'The target cannot change the category, so it stays as it is.' },
    { action: 'create', reason: containing('lists no job category "Extractoin". It lists: ') },
  ]);
  await at.deploy(files);
  expect(at.store.job(id)?.category).toBe('Extraction');
});

test('a password on the target keeps its value, and a value for this target stands before that of the files', async () => {
  for (const name of ['SECRET', 'TOKEN']) {
    at.addVariable(at.from, name, { value: 'of dev', isPassword: true });
    at.addVariable(at.to, name, { value: 'of prod', isPassword: name === 'SECRET' });
  }
  at.addVariable(at.from, 'URL', { value: 'dev.example.com' });
  at.addVariable(at.from, 'FRESH', { isPassword: true });
  const given = new Map([
    ['FRESH', 'fresh'],
    ['SECRET', 'another'],
    ['TOKEN', 'prod-token'],
    ['URL', 'prod.example.com'],
  ]);
  const { changes } = await at.deploy(await at.files(), { variables: given });
  const becamePassword = ['TOKEN', 'FRESH'].map((name) =>
    changes.find((change) => change.name === name)?.changes.at(-1),
  );
  expect(becamePassword).toEqual(
    [false, null].map((from) => ({ field: 'isPassword', from, to: true })),
  );
  const values = at.store.variables.of('PROJECT', at.to).map(({ value }) => value);
  expect(values.sort()).toEqual(['fresh', 'of prod', 'prod-token', 'prod.example.com']);
  const keepsItsValue = { action: 'unchanged', reason: containing('keeps its value') };
  expect(await planned({ variables: given })).toMatchObject([
    ...[keepsItsValue, keepsItsValue, keepsItsValue],
    { action: 'unchanged' },
  ]);
  expect(String((await at.files()).get('variables.json'))).not.toContain('of dev');
});

test("a job's step says of its passwords that they keep their values", async () => {
  for (const projectId of [at.from, at.to]) {
    const { id } = at.addJob(projectId, 'load');
    at.addVariable(id, 'SECRET', { scope: 'JOB', isPassword: true });
  }
  const [step] = await planned({ variables: new Map([['load/SECRET', 'another']]) });
  expect(step?.reason).toMatch(/^Variable "SECRET": .* keeps its value/);
});

test('a volume cannot become smaller, but larger', async () => {
  at.addVolume(at.to, 'models', '10 GB');
  const sized = (size: string) => projectFiles({ 'volumes/models.json': { name: 'models', size } });
  expect(await reasonsOf(sized('9.9 GB'))).toEqual([
    'A volume cannot become smaller. Its size is 10.0 GB.',
  ]);
  for (const same of ['10 GB', '10.0 GB', '10000 MB']) {
    const { steps } = await at.plan(sized(same));
    expect(steps.filter(({ action }) => action !== 'unchanged')).toEqual([]);
  }
  expect((await at.deploy(sized('11 GB'))).summary.action).toBe('updated');
});

test.each(['job', 'volume', 'pipeline'] as const)(
  'a %s whose name differs by case alone is blocked',
  async (kind) => {
    for (const [projectId, name] of [
      [at.to, 'load'],
      [at.from, 'LOAD'],
    ] as const) {
      const { id } = at.addJob(projectId, kind === 'job' ? name : 'of_pipelines');
      at.addVolume(projectId, kind === 'volume' ? name : 'data');
      at.addPipeline(projectId, kind === 'pipeline' ? name : 'daily', id);
    }
    const all = await at.files();
    if (kind === 'job') all.delete('pipelines/daily.json');
    const [noun, plural] = kind === 'volume' ? ['name', 'Names'] : ['alias', 'Aliases'];
    const reason = `The target has a ${kind} with the ${noun} "load". ${plural} must differ in more than case.`;
    expect(await reasonsOf(all)).toEqual([reason]);
    // The name of a volume that is deleted becomes free.
    const options = { deleteExtraneous: true, deleteAtMost: 9 };
    const blocked = (await reasonsOf(all, options)).filter((text) => text === reason);
    expect(blocked).toHaveLength(kind === 'volume' ? 0 : 1);
  },
);

describe('a volume that is linked to an app', () => {
  const ofApps = (apps: Record<string, string[]>) => {
    const technology = { label: 'Notebook' };
    const made = Object.entries(apps).map(([name, all]) => {
      const volumes = all.map((volume) => ({ path: `/${volume}`, volume }));
      return [`apps/${name}.json`, { name, technology, version: { volumes } }] as const;
    });
    return projectFiles({
      'volumes/models.json': { name: 'models', size: '1 GB' },
      'volumes/pages.json': { name: 'pages', size: '1 GB' },
      ...Object.fromEntries(made),
    });
  };

  test('is blocked for another one if the files do not name the first', async () => {
    await at.deploy(ofApps({ Board: ['models'] }));
    expect(await reasonsOf(ofApps({ Notes: ['models'] }))).toEqual([
      'On the target, one of its volumes is linked to the app "Board". Unlink the volume there first.',
    ]);
  });

  test('is blocked for another one if the first is blocked, and so keeps it', async () => {
    const given = (apps: Record<string, string[]>, change?: 'block') => {
      const protect = change && [{ match: 'apps/Board', change }];
      const project = Buffer.from(JSON.stringify({ format: 1, protect }));
      return ofApps(apps).set('project.json', project);
    };
    await at.deploy(given({ Board: ['models'], Notes: [] }));
    expect(await reasonsOf(given({ Board: [], Notes: ['models'] }, 'block'))).toEqual([
      'It is protected by "apps/Board".',
      'On the target, one of its volumes is linked to the app "Board". Unlink the volume there first.',
    ]);
  });

  test('goes to another one in one deploy; two that are swapped are blocked', async () => {
    // The app that gets the volume is the first in the files.
    await at.deploy(ofApps({ Ant: ['pages'], Zebra: ['models'] }));
    const moved = ofApps({ Ant: ['pages', 'models'], Zebra: [] });
    const { changes } = await at.deploy(moved);
    const ofBoth = changes.filter(({ kind }) => kind === 'app').map(({ action }) => action);
    expect(ofBoth).toEqual(['updated', 'updated']);
    await at.deploy(ofApps({ Ant: ['pages'], Zebra: ['models'] }));
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
  expect((await measureCost(work, { minTries: 1 })).blockedMs).toBeLessThan(MAX_BLOCKED_MS);
});

describe('the fingerprint of a plan', () => {
  test('is the same until files, target or options change', async () => {
    const source = at.addJob(at.from, 'load', { version: at.packageOf('one') });
    const there = at.addJob(at.to, 'other');
    const given = async () => await at.files({ include: ALL_PARTS });
    const fingerprint = async (options: DeployOptions = {}) =>
      (await at.plan(await given(), options)).fingerprint;
    const [first, again] = [await fingerprint(), await fingerprint()];
    expect(again).toBe(first);
    const known = new Set([first]);
    const group = { name: 'analysts', role: 'ROLE_PROJECT_VIEWER' as const };
    for (const change of [
      () => at.store.editJob(there.id, { description: 'Changed there' }),
      () => at.store.editJob(source.id, { description: 'Changed here' }),
      () => at.store.addJobVersion(source.id, at.packageOf('two'), 'x'),
      () => at.store.editProject(at.to, { settings: { authorizedGroups: [group] } }),
    ]) {
      change();
      known.add(await fingerprint());
    }
    for (const options of [
      { select: ['jobs/load'] },
      { deleteExtraneous: true },
      { leaveOut: ['*'] },
      { technologyLabels: new Map([['Cobol', 'Bash']]) },
    ]) {
      known.add(await fingerprint(options));
    }
    expect(known.size).toBe(9);
    const approved = at.deploy(await given(), { approvedPlan: first });
    await expect(approved).rejects.toThrow('The approved plan is not the current plan');
    expect(at.mutations()).toEqual({});
  });

  test('holds names of the option Variables but not their values, and values of files', async () => {
    const names = ['SECRET_1', 'SECRET_2'];
    for (const name of names) at.addVariable(at.from, name, { isPassword: true });
    at.addVariable(at.from, 'URL', { value: 'x' });
    const all = await at.files();
    const values = (secret: string, url = 'a', left = names) =>
      new Map([...left.map((name) => [name, secret] as const), ['URL', url]]);
    const planOf = async (given: Map<string, string>, of = all) =>
      await at.plan(of, { variables: given });
    const first = await planOf(values('one'));
    const { fingerprint } = first;
    // It is the same for each value, so nobody can find out a value by trying.
    expect((await planOf(values('two'))).fingerprint).toBe(fingerprint);
    expect((await planOf(values('one', 'b'))).fingerprint).toBe(fingerprint);
    const edited = String(all.get('variables.json')).replace('"x"', '"y"');
    const others = new Map(all).set('variables.json', Buffer.from(edited));
    expect((await planOf(values('one'), others)).fingerprint).not.toBe(fingerprint);
    const fewer = values('one', 'a', names.slice(1));
    expect((await planOf(fewer)).fingerprint).not.toBe(fingerprint);
    expect(JSON.stringify(first.steps.map(({ changes }) => changes))).not.toContain('one');
    // The approved plan is carried out with the current value.
    const options = { approvedPlan: fingerprint, variables: values('rotated') };
    await at.deploy(all, options);
    const set = at.store.variables.of('PROJECT', at.to).filter(({ isPassword }) => isPassword);
    expect(set.map(({ value }) => value)).toEqual(names.map(() => 'rotated'));
  });
});

test.each([
  ['volume', 'volumes/data.json', { size: '1 GB' }],
  ['app', 'apps/board.json', { technology: { label: 'Notebook' }, version: {} }],
])('a %s whose name has blanks around it is found again', async (_kind, path, more) => {
  const files = projectFiles({ [path]: { name: ' Data ', ...more } });
  await at.deploy(files);
  const { steps } = await at.plan(files);
  expect(notUnchanged(steps)).toEqual([]);
});

test('what Validate accepts as a time zone, the platform accepts', async () => {
  const zones = ['Europe/Paris', 'Z', 'GMT+1', '+02', '-0230', 'UTC+02:00', 'Etc/GMT+2', ' '];
  const aliases = zones.map((_zone, index) => `job_${index}`);
  const ofZone = (_alias: string, index: number) => ({ scheduleTimezone: zones[index] });
  const { changes } = await at.deploy(projectFiles(jobFiles(aliases, ofZone)));
  expect(changes.filter(({ kind, action }) => kind === 'job' && action !== 'created')).toEqual([]);
});

test.each(['Before', null])('an empty description empties the one %j, once', async (before) => {
  at.store.editProject(at.to, { description: before });
  const files = filesWith({ 'project.json': { format: 1, description: '' } });
  const { steps } = await at.plan(files);
  const changes = before === null ? [] : [{ field: 'description', from: before, to: '' }];
  expect(steps.flatMap((step) => step.changes)).toEqual(changes);
  await at.deploy(files);
  expect(at.store.project(at.to)?.description || null).toBeNull();
  expect(notUnchanged((await at.plan(files)).steps)).toEqual([]);
});

test('a technology on the target that is not in its catalog is reported', async () => {
  at.addJob(at.to, 'load', { technologyId: crypto.randomUUID() });
  expect(await planned({}, projectFiles(jobFiles(['load'])))).toMatchObject([
    { action: 'unchanged', reason: containing('does not return it: technology.') },
  ]);
});

test('a job of another technology on the target is blocked, and left as it is', async () => {
  const settings = { isScheduled: true, cronScheduling: '0 6 * * *' };
  const { id } = at.addJob(at.to, 'load', { technologyId: TECHNOLOGY_IDS.spark, settings });
  const files = projectFiles(
    jobFiles(['load', 'save'], () => ({ isScheduled: true, cronScheduling: '0 7 * * *' })),
  );
  const { steps } = await at.plan(files);
  const step = steps.find(({ name }) => name === 'load');
  expect(step).toMatchObject({
    action: 'blocked',
    reason: containing(
      'is "Spark" and cannot be changed to "Python". Delete the job there first.',
    ) as string,
  });
  expect(step?.changes).toEqual([
    { field: 'technology.label', from: 'Spark', to: 'Python' },
    { field: 'category', from: 'Processing', to: 'Extraction' },
    { field: 'cronScheduling', from: '0 6 * * *', to: '0 7 * * *' },
  ]);
  await expect(at.deploy(files)).rejects.toThrow('1 change cannot be deployed');
  const { changes } = await at.deploy(files, { continueOnError: true });
  expect(changes.map(({ name, action }) => `${name} ${action}`)).toEqual(
    expect.arrayContaining(['load blocked', 'save created']),
  );
  expect(at.store.job(id)?.settings.cronScheduling).toBe('0 6 * * *');
});
