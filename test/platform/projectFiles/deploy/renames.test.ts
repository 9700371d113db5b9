import { startSandbox, type Age, type Sandbox } from '../../../../sandbox';
import { deploy, mutations, plan } from '../support';

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const technology = { label: 'Python' };
const leaveOut = ['*'];

let target: Sandbox;
let to: string;
afterEach(() => target.close());

async function start(age: Age = 'today') {
  target = await startSandbox({ seedRuns: false, age, uniqueNames: true });
  to = target.store.addProject({ name: 'To' }).id;
}

/** Jobs, each with its name by its alias, and a pipeline of the same names that runs them all. */
function filesOf(names: Record<string, string>, pipelines: Record<string, string> = {}) {
  const jobs = Object.keys(names).map((job, index) => ({ node: `n${index}`, job }));
  return new Map([
    ['project.json', json({ format: 1 })],
    ...Object.entries(names).map(([alias, name]): [string, Buffer] => [
      `jobs/${alias}.json`,
      json({ alias, name, category: 'Extraction', technology, version: { commandLine: alias } }),
    ]),
    ...Object.entries(pipelines).map(([alias, name]): [string, Buffer] => [
      `pipelines/${alias}.json`,
      json({ alias, name, version: { graph: { jobs } } }),
    ]),
  ]);
}

/** What is there: the names by alias, with the ID of each. */
function there() {
  const list = [...target.store.jobs({ projectId: to }), ...target.store.pipelines.list(to)];
  return new Map(list.map(({ alias, name, id }) => [alias, { name, id }]));
}
const namesThere = () => Object.fromEntries([...there()].map(([alias, { name }]) => [alias, name]));

async function deployAll(files: ReadonlyMap<string, Buffer>, more: object = {}) {
  const { changes, conflict } = await deploy(target, files, to, { leaveOut, ...more });
  expect(conflict).toBeUndefined();
  return changes;
}

async function expectEmptyPlan(files: ReadonlyMap<string, Buffer>) {
  const { steps } = await plan(target, files, to, { leaveOut });
  expect(steps.filter(({ action }) => action !== 'unchanged')).toEqual([]);
}

const letters = 'ABCDEFGHIJK'.split('');
/** Each thing gets the name of the next one. */
const shifted = (count: number, isCircle: boolean) =>
  Object.fromEntries(
    letters
      .slice(0, count)
      .map((letter, index) => [
        letter.toLowerCase(),
        letters[isCircle ? (index + 1) % count : index + 1] ?? '',
      ]),
  );
const plain = (count: number) =>
  Object.fromEntries(letters.slice(0, count).map((letter) => [letter.toLowerCase(), letter]));

describe.each<Age>(['2021', '2023-11', 'today'])('%s', (age) => {
  test.each([
    ['two names swapped', plain(2), shifted(2, true), 3],
    ['a circle of three', plain(3), shifted(3, true), 4],
    ['a chain of ten', plain(10), shifted(10, false), 10],
  ] as const)('%s', async (_what, before, after, edits) => {
    await start(age);
    await deployAll(filesOf(before));
    const ids = there();
    target.stats.reset();
    const changes = await deployAll(filesOf(after));
    expect(changes.filter(({ action }) => action === 'failed')).toEqual([]);
    expect(namesThere()).toEqual(after);
    for (const [alias, { id }] of there()) expect(id).toBe(ids.get(alias)?.id);
    expect(mutations(target)).toEqual({ editJob: edits });
    await expectEmptyPlan(filesOf(after));
  });

  test('a name that one thing gives up and another one gets, and back again', async () => {
    await start(age);
    const [before, after] = [filesOf({ load: 'Load' }), filesOf({ load: 'Old', new: 'Load' })];
    await deployAll(before);
    const changed = await deployAll(after);
    expect(changed.map(({ action }) => action)).toEqual(['unchanged', 'updated', 'created']);
    expect(namesThere()).toEqual({ load: 'Old', new: 'Load' });
    const reverted = await deployAll(before, { deleteExtraneous: true });
    expect(reverted.map(({ action }) => action)).toEqual(['unchanged', 'updated', 'deleted']);
    expect(namesThere()).toEqual({ load: 'Load' });
    await expectEmptyPlan(before);
  });
});

test('pipelines as jobs, and what is deleted in the end may be needed until then', async () => {
  await start();
  const before = filesOf({ load: 'Load' }, { daily: 'Daily', weekly: 'Weekly' });
  const after = filesOf({ load: 'Old', new: 'Load' }, { daily: 'Weekly', weekly: 'Daily' });
  await deployAll(before);
  await deployAll(after);
  expect(namesThere()).toEqual({ load: 'Old', new: 'Load', daily: 'Weekly', weekly: 'Daily' });
  await deployAll(before, { deleteExtraneous: true });
  expect(namesThere()).toEqual({ load: 'Load', daily: 'Daily', weekly: 'Weekly' });
});

test.each<Age>(['2021', '2023-11'])(
  'pipelines of a platform without their aliases are known by their names: %s',
  async (age) => {
    await start(age);
    const files = (daily: string, weekly: string) => {
      const all = filesOf({ a: 'A', b: 'B' });
      for (const [alias, name, job] of [
        ['daily', daily, 'a'],
        ['weekly', weekly, 'b'],
      ] as const) {
        const graph = { jobs: [{ node: job, job }] };
        all.set(`pipelines/${alias}.json`, json({ alias, name, version: { graph } }));
      }
      return all;
    };
    await deployAll(files('Daily', 'Weekly'));
    await deployAll(files('Weekly', 'Daily'));
    await expectEmptyPlan(files('Weekly', 'Daily'));
    await deployAll(files('Weekly', 'Monthly'), { deleteExtraneous: true });
    const names = target.store.pipelines.list(to).map(({ name }) => name);
    expect(names.sort()).toEqual(['Monthly', 'Weekly']);
    await deployAll(files('Daily', 'Weekly'), { deleteExtraneous: true });
    await expectEmptyPlan(files('Daily', 'Weekly'));
  },
);

test('apps and volumes whose names differ by case alone', async () => {
  await start();
  const files = (name: string) =>
    new Map([
      ['project.json', json({ format: 1 })],
      ['volumes/data.json', json({ name: `${name} data`, size: '1 GB' })],
      [
        'apps/board.json',
        json({ name, technology: { label: 'Dashboard' }, version: { ports: [] } }),
      ],
    ]);
  await deployAll(files('board'));
  await deployAll(files('Board'), { deleteExtraneous: true });
  expect(target.store.apps.list(to).map(({ name }) => name)).toEqual(['Board']);
  expect(target.store.volumes.of(to).map(({ name }) => name)).toEqual(['Board data']);
});

test('a plan says what is renamed first, and to what', async () => {
  await start();
  await deployAll(filesOf({ a: 'A', b: 'B', c: 'C' }));
  const files = filesOf({ a: 'B', b: 'A' });
  const { steps } = await plan(target, files, to, { leaveOut, deleteExtraneous: true });
  const reasons = steps.map(({ name, reason }) => [name, reason]);
  expect(reasons).toEqual([
    ['To', undefined],
    ['B', 'It is renamed first, because the job "b" gets its name.'],
    ['A', 'It is renamed to "B - renaming" first, because the job "a" gets its name.'],
    ['C', 'It is not in the files. A deploy deletes it.'],
  ]);
  const others = filesOf({ a: 'A', b: 'C' });
  const last = (await plan(target, others, to, { deleteExtraneous: true })).steps.at(-1);
  expect(last?.reason).toBe(
    'It is not in the files. A deploy deletes it. It is renamed to "C - renaming" first, because the job "b" gets its name.',
  );
});

test('a plan warns of what gets the name of another one, unless the target has a name twice', async () => {
  await start();
  await deployAll(filesOf({ a: 'A', b: 'B', d: 'D' }));
  const twins = async (files: Record<string, string>, deleteExtraneous = false) => {
    const { steps } = await plan(target, filesOf(files), to, { leaveOut, deleteExtraneous });
    return steps.flatMap(
      ({ reason = '' }) => /The job "(.+)" has this name, too/.exec(reason)?.[1] ?? [],
    );
  };
  expect(await twins({ a: 'A', b: 'B', c: 'X', e: 'x' })).toEqual(['e', 'c']);
  expect(await twins({ a: 'b', b: 'B', c: 'C' })).toEqual(['b']);
  expect(await twins({ a: 'A', b: 'B', c: 'd' })).toEqual(['d']);
  expect(await twins({ a: 'A', b: 'B', c: 'd' }, true)).toEqual([]);
  expect(await twins({ a: 'B', b: 'A' })).toEqual([]);
  for (const alias of ['y', 'z']) target.store.addJob({ projectId: to, name: 'Y', alias });
  expect(await twins({ a: 'A', b: 'B', c: 'd' })).toEqual([]);
});

test.each([1, 2, 3])(
  'a deploy that is interrupted before rename %s is finished by the next',
  async (kill) => {
    await start();
    const after = filesOf(shifted(3, true));
    await deployAll(filesOf(plain(3)));
    const ids = there();
    target.accidents.add({ kind: 'resetBefore', operation: 'editJob', skip: kill, times: 50 });
    const changes = await deployAll(after, { isPartly: true });
    expect(changes.some(({ action }) => action === 'failed')).toBe(true);
    target.accidents.clear();
    expect(namesThere()).not.toEqual(shifted(3, true));
    await deployAll(after);
    expect(namesThere()).toEqual(shifted(3, true));
    for (const [alias, { id }] of there()) expect(id).toBe(ids.get(alias)?.id);
    await expectEmptyPlan(after);
  },
);

test('a name in between that someone else has is not used, and a lost response is looked for', async () => {
  await start();
  await deployAll(filesOf({ a: 'A', b: 'B', c: 'A - renaming' }));
  target.accidents.add({ kind: 'resetAfter', operation: 'editJob', times: 50 });
  const after = { a: 'B', b: 'A', c: 'A - renaming' };
  const changes = await deployAll(filesOf(after));
  expect(changes.map(({ action }) => action)).toEqual([
    'unchanged',
    'updated',
    'updated',
    'unchanged',
  ]);
  expect(namesThere()).toEqual(after);
});

test('of an approved plan, what is renamed and deleted in the end is not deleted if someone else changes it', async () => {
  await start();
  await deployAll(filesOf({ load: 'Old', new: 'Load' }));
  const options = { leaveOut, deleteExtraneous: true };
  const { fingerprint } = await plan(target, filesOf({ load: 'Load' }), to, options);
  const approved = { ...options, approvedPlan: fingerprint };
  const before = there();
  await deployAll(filesOf({ load: 'Load' }), approved);
  expect(namesThere()).toEqual({ load: 'Load' });
  await deployAll(filesOf({ load: 'Old', new: 'Load' }));
  const again = await plan(target, filesOf({ load: 'Load' }), to, options);
  const { stats } = target;
  const record = stats.record.bind(stats);
  let edits = 0;
  stats.record = (request) => {
    record(request);
    const id = there().get('new')?.id ?? '';
    if (request.operations.includes('editJob') && ++edits === 2)
      target.store.editJob(id, { description: 'Hotfix' });
  };
  const { conflict } = await deploy(target, filesOf({ load: 'Load' }), to, {
    ...options,
    approvedPlan: again.fingerprint,
  });
  expect(conflict?.message).toContain('The job "Load" was changed');
  expect(conflict?.hint).toContain('What differs: description.');
  expect(there().size).toBe(before.size);
});
