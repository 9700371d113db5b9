import {
  addApp,
  addJob,
  addPipeline,
  addVolume,
  deploy,
  filesOf,
  inWords,
  mutations,
  notUnchanged,
  plan,
  useProjects,
} from '../support';

const at = useProjects();
const job = (projectId: string, alias: string) => addJob(at.sandbox, projectId, alias);
const variable = (projectId: string, name: string) =>
  at.sandbox.store.variables.add({ scope: 'PROJECT', entityId: projectId, name, value: 'a' });

/** Three jobs, two pipelines, an app and a volume, two variables. */
function fill(): void {
  const [orders, stock, clean] = ['import-orders', 'import-stock', 'clean'].map(
    (alias) => job(at.from, alias).id,
  ) as [string, string, string];
  addPipeline(at.sandbox, at.from, 'nightly', orders, clean);
  addPipeline(at.sandbox, at.from, 'hourly', stock);
  addApp(at.sandbox, at.from, 'Api', addVolume(at.sandbox, at.from, 'data').id);
  for (const name of ['URL', 'MODE']) variable(at.from, name);
}

const files = async () => await filesOf(at.sandbox, at.from);

async function planned(select: string[]) {
  const { steps } = await plan(at.sandbox, await files(), at.to, { select });
  return notUnchanged(steps);
}

test.each([
  [['jobs/import-*'], ['job import-orders create', 'job import-stock create']],
  [
    ['pipelines/nightly'],
    ['job clean create', 'job import-orders create', 'pipeline nightly create'],
  ],
  [
    ['apps/Api', 'variables/U*'],
    ['variable URL create', 'volume data create', 'app Api create'],
  ],
  [['project'], ['project To update']],
  [
    ['pipelines/hourly', 'jobs/{import-stock,clean}'],
    ['job clean create', 'job import-stock create', 'pipeline hourly create'],
  ],
])('%j choose what is deployed, and what it needs comes with it', async (select, expected) => {
  fill();
  at.sandbox.store.editProject(at.from, { description: 'New' });
  expect(inWords(await planned(select))).toEqual(expected);
});

test('a deploy of a part makes that part alone, and one of the rest finishes it', async () => {
  fill();
  expect(await planned(['*'])).toEqual(await planned([]));
  const select = ['pipelines/nightly'];
  const { changes } = await deploy(at.sandbox, await files(), at.to, { select });
  expect(inWords(notUnchanged(changes))).toEqual([
    'job clean created',
    'job import-orders created',
    'pipeline nightly created',
  ]);
  expect(await planned(select)).toEqual([]);
  await deploy(at.sandbox, await files(), at.to);
  expect(await filesOf(at.sandbox, at.to)).toEqual(await files());
});

test('a pipeline that is chosen runs a job that the target alone has, and is blocked without it', async () => {
  addPipeline(at.sandbox, at.from, 'nightly', job(at.from, 'shared').id);
  const all = await files();
  all.delete('jobs/shared.json');
  const select = ['pipelines/*'];
  expect((await plan(at.sandbox, all, at.to, { select })).steps.at(-1)).toMatchObject({
    action: 'blocked',
    reason: 'There is no job with the alias "shared" to run.',
  });
  job(at.to, 'shared');
  const { changes } = await deploy(at.sandbox, all, at.to, { select });
  expect(inWords(notUnchanged(changes))).toEqual(['pipeline nightly created']);
});

test.each([
  ['jobs/imprt-*', /^Nothing matches "jobs\/imprt-\*" in "Deploy Only"/],
  ['job/*', /^"Deploy Only" contains "job\/\*", which cannot match anything/],
])('the glob %s is refused by name, and nothing is changed', async (glob, message) => {
  job(at.from, 'clean');
  const select = ['jobs/clean', glob];
  await expect(deploy(at.sandbox, await files(), at.to, { select })).rejects.toThrow(message);
  expect(mutations(at.sandbox)).toEqual({});
});

test('a glob may match what the target alone has: deletions are of that alone', async () => {
  fill();
  for (const alias of ['old-a', 'old-b', 'other']) job(at.to, alias);
  variable(at.to, 'OLD');
  const old = ['job old-b', 'job old-a'];
  const extraneous = await planned(['jobs/old-*']);
  expect(inWords(extraneous)).toEqual(old.map((name) => `${name} extraneous`));
  expect(extraneous[0]?.reason).toBe('It is not in the files. It is kept.');
  const options = { select: ['jobs/{old,import}-*'], deleteExtraneous: true };
  const { changes } = await deploy(at.sandbox, await files(), at.to, options);
  expect(inWords(notUnchanged(changes))).toEqual([
    'job import-orders created',
    'job import-stock created',
    ...old.map((name) => `${name} deleted`),
  ]);
  const left = await filesOf(at.sandbox, at.to);
  expect(left.has('jobs/other.json')).toBe(true);
  expect(String(left.get('variables.json'))).toContain('OLD');
});

test('a job that a pipeline outside the globs needs is not deleted', async () => {
  job(at.from, 'clean');
  addPipeline(at.sandbox, at.to, 'theirs', job(at.to, 'old-a').id);
  const options = { select: ['jobs/*'], deleteExtraneous: true };
  const { changes } = await deploy(at.sandbox, await files(), at.to, options);
  expect(changes.find(({ name }) => name === 'old-a')).toMatchObject({
    action: 'unchanged',
    reason: 'It is not in the files. It is kept because pipelines/theirs needs it.',
  });
});

test('what is not chosen may be run afterwards', async () => {
  const { id } = job(at.to, 'check');
  job(at.from, 'load');
  const options = { select: ['jobs/load'], runAfter: 'check' };
  const { steps, runAfter } = await plan(at.sandbox, await files(), at.to, options);
  expect(runAfter).toMatchObject({ kind: 'job', id });
  expect(steps.map(({ name }) => name)).toEqual(['To', 'load']);
});
