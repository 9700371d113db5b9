import { inWords, notUnchanged, useProjects } from '../support';

const at = useProjects();

/** Three jobs, two pipelines, an app and a volume, two variables. */
function fill(): void {
  const [orders, stock, clean] = ['import-orders', 'import-stock', 'clean'].map(
    (alias) => at.addJob(at.from, alias).id,
  ) as [string, string, string];
  at.addPipeline(at.from, 'nightly', orders, clean);
  at.addPipeline(at.from, 'hourly', stock);
  at.addApp(at.from, 'Api', at.addVolume(at.from, 'data').id);
  for (const name of ['URL', 'MODE']) at.addVariable(at.from, name);
}

async function planned(select: string[]) {
  const { steps } = await at.plan(await at.files(), { select });
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
    ['pipelines/hourly', 'jobs/import-stock', 'jobs/clean'],
    ['job clean create', 'job import-stock create', 'pipeline hourly create'],
  ],
])('%j choose what is deployed, and what it needs comes with it', async (select, expected) => {
  fill();
  at.store.editProject(at.from, { description: 'New' });
  expect(inWords(await planned(select))).toEqual(expected);
});

test('a deploy of a part makes that part alone, and one of the rest finishes it', async () => {
  fill();
  expect(await planned(['*'])).toEqual(await planned([]));
  const select = ['pipelines/nightly'];
  const { changes } = await at.deploy(await at.files(), { select });
  expect(inWords(notUnchanged(changes))).toEqual([
    'job clean created',
    'job import-orders created',
    'pipeline nightly created',
  ]);
  expect(await planned(select)).toEqual([]);
  await at.deploy(await at.files());
  expect(await at.filesOf(at.to)).toEqual(await at.files());
});

test('a pipeline that is chosen runs a job that the target alone has, and is blocked without it', async () => {
  at.addPipeline(at.from, 'nightly', at.addJob(at.from, 'shared').id);
  const all = await at.files();
  all.delete('jobs/shared.json');
  const select = ['pipelines/*'];
  expect((await at.plan(all, { select })).steps.at(-1)).toMatchObject({
    action: 'blocked',
    reason: 'There is no job with the alias "shared" to run.',
  });
  at.addJob(at.to, 'shared');
  const { changes } = await at.deploy(all, { select });
  expect(inWords(notUnchanged(changes))).toEqual(['pipeline nightly created']);
});

test.each([
  ['jobs/imprt-*', /^Nothing matches "jobs\/imprt-\*" in "Deploy Only"/],
  ['job/*', /^"Deploy Only" contains "job\/\*", which is not a valid pattern/],
])('the glob %s is refused by name, and nothing is changed', async (glob, message) => {
  at.addJob(at.from, 'clean');
  const select = ['jobs/clean', glob];
  await expect(at.deploy(await at.files(), { select })).rejects.toThrow(message);
  expect(at.mutations()).toEqual({});
});

test('a glob may match what the target alone has: deletions are of that alone', async () => {
  fill();
  for (const alias of ['old-a', 'old-b', 'other']) at.addJob(at.to, alias);
  at.addVariable(at.to, 'OLD');
  const old = ['job old-b', 'job old-a'];
  const extraneous = await planned(['jobs/old-*']);
  expect(inWords(extraneous)).toEqual(old.map((name) => `${name} extraneous`));
  expect(extraneous[0]?.reason).toBe('It is not in the files. It is kept.');
  expect(await planned(['variables/OLD'])).toMatchObject([{ action: 'extraneous', changes: [] }]);
  const options = { select: ['jobs/old-*', 'jobs/import-*'], deleteExtraneous: true };
  const { changes } = await at.deploy(await at.files(), options);
  expect(inWords(notUnchanged(changes))).toEqual([
    'job import-orders created',
    'job import-stock created',
    ...old.map((name) => `${name} deleted`),
  ]);
  const left = await at.filesOf(at.to);
  expect(left.has('jobs/other.json')).toBe(true);
  expect(String(left.get('variables.json'))).toContain('OLD');
});

test('a job that a pipeline outside the globs needs is not deleted', async () => {
  at.addJob(at.from, 'clean');
  at.addPipeline(at.to, 'theirs', at.addJob(at.to, 'old-a').id);
  const options = { select: ['jobs/*'], deleteExtraneous: true };
  const { changes } = await at.deploy(await at.files(), options);
  expect(changes.find(({ name }) => name === 'old-a')).toMatchObject({
    action: 'unchanged',
    reason: 'It is not in the files. It is kept because pipelines/theirs needs it.',
  });
});

test('what is not chosen may be run afterwards', async () => {
  const { id } = at.addJob(at.to, 'check');
  at.addJob(at.from, 'load');
  const options = { select: ['jobs/load'], runAfter: 'check' };
  const { steps, runAfter } = await at.plan(await at.files(), options);
  expect(runAfter).toMatchObject({ kind: 'job', id });
  expect(steps.map(({ name }) => name)).toEqual(['To', 'load']);
});
