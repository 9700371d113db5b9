import { randomUUID } from 'node:crypto';
import { startSandbox, type Sandbox } from '../../../../sandbox';
import { deploy, filesOf, plan } from '../support';

const CRON = '0 6 * * *';

let source: Sandbox;
let target: Sandbox | undefined;
beforeAll(async () => {
  source = await startSandbox({ seedRuns: false });
});
afterEach(async () => await target?.close());
afterAll(async () => await source.close());

type Generation = 'early' | 'middle' | 'recent';

/** Jobs and pipelines with a schedule: every other one is paused. */
function addScheduled(sandbox: Sandbox, projectId: string, count: number): void {
  for (let index = 0; index < count; index++) {
    const name = `thing_${index}`;
    const settings = { isScheduled: index % 2 === 1, cronScheduling: CRON };
    const job = sandbox.store.addJob({ projectId, name, alias: name, settings });
    const graph = {
      jobNodes: [{ id: randomUUID(), jobId: job.id, position: null, nextNodes: [] }],
    };
    sandbox.store.pipelines.add({
      projectId,
      name,
      alias: name,
      description: null,
      settings: { ...PIPELINE, ...settings },
      creator: 'somebody',
      graph: { ...graph, conditionNodes: [] },
    });
  }
}

const PIPELINE = {
  scheduleTimezone: null,
  hasExecutionVariablesEnabled: false,
  alerting: null,
};

function schedulesOf({ store }: Sandbox, projectId: string): Array<[string, boolean, unknown]> {
  return [...store.jobs({ projectId }), ...store.pipelines.list(projectId)].map(
    ({ name, settings }) => [name, settings.isScheduled, settings.cronScheduling],
  );
}

/** As files were before "false" was written. */
function asEarlier(files: ReadonlyMap<string, Buffer>): Map<string, Buffer> {
  return new Map(
    [...files].map(([path, bytes]) => [
      path,
      Buffer.from(bytes.toString().replace('  "isScheduled": false,\n', '')),
    ]),
  );
}

describe.each<[Generation, number]>([
  ['recent', 1],
  ['recent', 100],
  ['middle', 2],
  ['early', 2],
])('deployed to a platform of the generation %s: %i of each', (generation, count) => {
  const start = async () => {
    const from = source.store.addProject({ name: 'From' }).id;
    addScheduled(source, from, count);
    const files = await filesOf(source, from);
    target = await startSandbox({ seedRuns: false, generation });
    const to = target.store.addProject({ name: 'To' }).id;
    return { target, files, to, wanted: schedulesOf(source, from) };
  };
  const kinds = generation === 'early' ? ['jobs'] : ['jobs', 'pipelines'];

  test('what is paused stays paused, and the plan says so', async () => {
    const { target, files, to, wanted } = await start();
    for (const kind of kinds) {
      expect(files.get(`${kind}/thing_0.json`)?.toString()).toContain('"isScheduled": false');
    }
    const { steps } = await plan(target, files, to);
    const paused = steps.filter(({ name }) => name === 'thing_0');
    expect(paused.length).toBeGreaterThan(0);
    for (const { changes } of paused) {
      expect(changes).toContainEqual({ field: 'isScheduled', from: null, to: false });
    }
    await deploy(target, files, to);
    const there = schedulesOf(target, to);
    expect(there.length).toBeGreaterThan(0);
    for (const schedule of there) expect(wanted).toContainEqual(schedule);
    const second = await plan(target, files, to);
    expect(
      second.steps.filter(({ action }) => action !== 'unchanged' && action !== 'blocked'),
    ).toEqual([]);
    const again = await filesOf(target, to);
    expect(again.get('jobs/thing_0.json')?.toString()).toBe(
      files.get('jobs/thing_0.json')?.toString(),
    );
  });

  test('a file of an earlier export, which does not say it, is paused', async () => {
    const { target, files, to } = await start();
    await deploy(target, asEarlier(files), to);
    const isLive = (name: string) =>
      schedulesOf(target, to).filter((schedule) => schedule[0] === name && schedule[1]);
    expect(isLive('thing_0')).toEqual([]);
    const [job] = target.store.jobs({ projectId: to }).filter(({ name }) => name === 'thing_0');
    target.store.editJob(job?.id ?? '', { settings: { isScheduled: true } });
    const { steps } = await plan(target, asEarlier(files), to);
    expect(steps.filter(({ action }) => action === 'update')).toMatchObject([
      { kind: 'job', changes: [{ field: 'isScheduled', from: true, to: false }] },
    ]);
    await deploy(target, asEarlier(files), to);
    expect(isLive('thing_0')).toEqual([]);
  });
});

test.each(['', ' '])('a cron of %j takes the schedule away', async (cron) => {
  const from = source.store.addProject({ name: 'From' }).id;
  addScheduled(source, from, 1);
  const files = await filesOf(source, from);
  target = await startSandbox({ seedRuns: false });
  const to = target.store.addProject({ name: 'To' }).id;
  await deploy(target, files, to);
  const without = new Map(
    [...files].map(([path, bytes]) => [path, Buffer.from(String(bytes).replace(CRON, cron))]),
  );
  const { changes } = await deploy(target, without, to);
  expect(changes.filter(({ action }) => action !== 'unchanged')).toMatchObject([
    { kind: 'job', action: 'updated' },
    { kind: 'pipeline', action: 'updated' },
  ]);
  expect(schedulesOf(target, to).map(([, , there]) => there)).toEqual([null, null]);
});
