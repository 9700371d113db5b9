import type { Fault, Generation } from '../../../../sandbox';
import { filesWith, jobFiles, notUnchanged, projectFiles, useProjects } from '../support';

const leaveOut = ['*'];

const at = useProjects({ uniqueNames: true });

/** Builds jobs, by alias, with their names also in a variable, and pipelines with the same names that run all of them. */
function filesOf(names: Record<string, string>, pipelines: Record<string, string> = {}) {
  const jobs = Object.keys(names).map((job, index) => ({ node: `n${index}`, job }));
  return projectFiles({
    ...jobFiles(Object.keys(names), (alias) => ({
      name: names[alias],
      version: { commandLine: alias },
      variables: [{ name: 'OWN', value: names[alias] }],
    })),
    ...Object.fromEntries(
      Object.entries(pipelines).map(([alias, name]) => [
        `pipelines/${alias}.json`,
        { alias, name, version: { graph: { jobs } } },
      ]),
    ),
  });
}

/** Returns names or IDs on the target by alias. */
function there(what: 'name' | 'id') {
  const { store } = at.sandbox;
  const list = [...store.jobs({ projectId: at.to }), ...store.pipelines.list(at.to)];
  return Object.fromEntries(list.map((one) => [one.alias, one[what]]));
}

async function deployAll(files: ReadonlyMap<string, Buffer>, more: object = {}) {
  const { changes, conflict } = await at.deploy(files, { leaveOut, ...more });
  expect(conflict).toBeUndefined();
  return changes;
}

async function expectEmptyPlan(files: ReadonlyMap<string, Buffer>) {
  const { steps } = await at.plan(files, { leaveOut });
  expect(notUnchanged(steps)).toEqual([]);
}

test.each<[what: string, generation: Generation, after: Record<string, string>, edits: number]>([
  ['a circle', 'middle', { a: 'B', b: 'C', c: 'A' }, 4],
  ['a chain', 'recent', { a: 'B', b: 'C', c: 'D' }, 3],
  ['a circle', 'recent', { a: 'B', b: 'C', c: 'A' }, 4],
])('names in %s are passed on: %s', async (_what, generation, after, edits) => {
  if (generation !== 'recent') await at.startOther({ generation });
  await deployAll(filesOf({ a: 'A', b: 'B', c: 'C' }));
  const ids = there('id');
  at.sandbox.stats.reset();
  const changes = await deployAll(filesOf(after));
  expect(changes.filter(({ action }) => action === 'failed')).toEqual([]);
  expect(changes.filter(({ reason }) => reason?.includes('Its name is now'))).toEqual([]);
  expect(there('name')).toEqual(after);
  expect(there('id')).toEqual(ids);
  expect(at.mutations()).toEqual({ editJob: edits, saveEnvironmentVariable: 3 });
  await expectEmptyPlan(filesOf(after));
});

test('pipelines as jobs, and what is deleted in the end may be needed until then', async () => {
  const before = filesOf({ load: 'Load' }, { daily: 'Daily', weekly: 'Weekly' });
  const after = filesOf({ load: 'Old', new: 'Load' }, { daily: 'Weekly', weekly: 'Daily' });
  await deployAll(before);
  await deployAll(after);
  expect(there('name')).toEqual({ load: 'Old', new: 'Load', daily: 'Weekly', weekly: 'Daily' });
  await deployAll(before, { deleteExtraneous: true });
  expect(there('name')).toEqual({ load: 'Load', daily: 'Daily', weekly: 'Weekly' });
  await expectEmptyPlan(before);
});

test('pipelines of a platform without their aliases are known by their names', async () => {
  await at.startOther({ generation: 'middle' });
  const files = (daily: string, weekly: string) => {
    const named = (name: string, alias: string, job: string) => ({
      [`pipelines/${alias}.json`]: {
        name,
        alias,
        version: { graph: { jobs: [{ node: job, job }] } },
      },
    });
    const pipelines = { ...named(daily, 'daily', 'a'), ...named(weekly, 'weekly', 'b') };
    return new Map([...filesOf({ a: 'A', b: 'B' }), ...filesWith(pipelines)]);
  };
  await deployAll(files('Daily', 'Weekly'));
  await deployAll(files('Weekly', 'Daily'));
  await expectEmptyPlan(files('Weekly', 'Daily'));
  await deployAll(files('Weekly', 'Monthly'), { deleteExtraneous: true });
  const names = at.store.pipelines.list(at.to).map(({ name }) => name);
  expect(names.sort()).toEqual(['Monthly', 'Weekly']);
  await deployAll(files('Daily', 'Weekly'), { deleteExtraneous: true });
  await expectEmptyPlan(files('Daily', 'Weekly'));
  // An alias that is not derived from the name would be lost.
  const { steps } = await at.plan(files('Daily', 'Monthly'), { leaveOut });
  expect(steps.find(({ name }) => name === 'Monthly')?.reason).toBe(
    'Left out because the target does not support it: alias.',
  );
});

test('apps and volumes whose names differ by case alone', async () => {
  const files = (name: string) =>
    projectFiles({
      'volumes/data.json': { name: `${name} data`, size: '1 GB' },
      'apps/board.json': { name, technology: { label: 'Dashboard' }, version: { ports: [] } },
    });
  await deployAll(files('board'));
  await deployAll(files('Board'), { deleteExtraneous: true });
  expect(at.store.apps.list(at.to).map(({ name }) => name)).toEqual(['Board']);
  expect(at.store.volumes.list(at.to).map(({ name }) => name)).toEqual(['Board data']);
});

test('a plan says what is renamed first, and to what', async () => {
  await deployAll(filesOf({ a: 'A', b: 'B', c: 'C' }));
  const files = filesOf({ a: 'B', b: 'A' });
  const { steps } = await at.plan(files, { leaveOut, deleteExtraneous: true });
  expect(steps.map(({ name, reason }) => [name, reason])).toEqual([
    ['To', undefined],
    ['B', 'It is renamed first, because the job "b" gets its name.'],
    ['A', 'It is renamed to "B - renaming" first, because the job "a" gets its name.'],
    ['C', 'It is not in the files. A deploy deletes it.'],
  ]);
  const others = filesOf({ a: 'B', b: 'C' });
  const { steps: deleting } = await at.plan(others, { deleteExtraneous: true });
  expect(deleting.slice(2).map(({ reason }) => reason)).toEqual([
    'It is renamed first, because the job "a" gets its name.',
    'It is not in the files. A deploy deletes it. It is renamed to "C - renaming" first, because the job "b" gets its name.',
  ]);
});

test.each<[what: string, fault: object, skip: number, name: string]>([
  ['is kept', { kind: 'errors', errors: [{ message: 'No', path: ['editJob'] }] }, 2, 'is now'],
  ['may have been given', { kind: 'resetBefore' }, 0, 'may be'],
])('a temporary name that %s is reported', async (_what, fault, skip, name) => {
  await deployAll(filesOf({ a: 'A', b: 'B' }));
  at.sandbox.faults.add({ ...fault, operation: 'editJob', skip, times: 9 } as Fault);
  const { changes } = await at.deploy(filesOf({ a: 'B', b: 'A' }), { leaveOut });
  expect(changes.find(({ alias }) => alias === 'b')).toMatchObject({
    action: 'failed',
    reason: expect.stringMatching(`\\. Its name ${name} "B - renaming"\\.$`) as string,
  });
});

test('a plan warns of what gets the name of another one, unless the target has a name twice', async () => {
  await deployAll(filesOf({ a: 'A', b: 'B', d: 'D' }));
  const twins = async (files: Record<string, string>, deleteExtraneous = false) => {
    const { steps } = await at.plan(filesOf(files), { leaveOut, deleteExtraneous });
    return steps.flatMap(
      ({ reason = '' }) => /The job "(.+)" also has this name/.exec(reason)?.[1] ?? [],
    );
  };
  expect(await twins({ a: 'A', b: 'B', c: 'X', e: 'x' })).toEqual(['e', 'c']);
  expect(await twins({ a: 'b', b: 'B', c: 'C' })).toEqual(['b']);
  expect(await twins({ a: 'A', b: 'B', c: 'd' })).toEqual(['d']);
  expect(await twins({ a: 'A', b: 'B', c: 'd' }, true)).toEqual([]);
  expect(await twins({ a: 'B', b: 'A' })).toEqual([]);
  // The job "a" changes too, but keeps its name, so it is not warned of "b".
  at.store.editJob(there('id').a ?? '', { description: 'Other' });
  expect(await twins({ a: 'A', b: 'A' })).toEqual(['a']);
  for (const alias of ['y', 'z']) at.store.addJob({ projectId: at.to, name: 'Y', alias });
  expect(await twins({ a: 'A', b: 'B', c: 'd' })).toEqual([]);
});

test('a name in between that someone else has is not used, and a lost response is looked for', async () => {
  await deployAll(filesOf({ a: 'A', b: 'B', c: 'A - renaming' }));
  at.sandbox.faults.add({ kind: 'resetAfter', operation: 'editJob', times: 50 });
  const after = { a: 'B', b: 'A', c: 'A - renaming' };
  const changes = await deployAll(filesOf(after));
  expect(notUnchanged(changes).map(({ action }) => action)).toEqual(['updated', 'updated']);
  expect(there('name')).toEqual(after);
});

test('of an approved plan, what is renamed and deleted in the end is not deleted if someone else changes it', async () => {
  await deployAll(filesOf({ load: 'Old', new: 'Load' }));
  const options = { leaveOut, deleteExtraneous: true };
  const files = filesOf({ load: 'Load' });
  const approved = async () => ({
    ...options,
    approvedPlan: (await at.plan(files, options)).fingerprint,
  });
  await deployAll(files, await approved());
  expect(there('name')).toEqual({ load: 'Load' });
  await deployAll(filesOf({ load: 'Old', new: 'Load' }));
  const again = await approved();
  at.when('editJob', 1, () => at.store.editJob(there('id').new ?? '', { description: 'Hotfix' }));
  const { changes } = await at.deploy(files, again);
  expect(changes.find(({ alias }) => alias === 'new')).toMatchObject({
    action: 'failed',
    reason:
      'The job "Load" was changed on the target after the plan was made. Its name is now "Load - renaming".',
  });
  expect(Object.keys(there('id'))).toHaveLength(2);
});
