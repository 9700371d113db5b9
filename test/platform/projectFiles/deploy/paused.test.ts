import { startSandbox, type Generation, type Sandbox } from '../../../../sandbox';
import { addJob, addPipeline, deploy, filesOf, notUnchanged, plan } from '../support';

const CRON = '0 6 * * *';

let source: Sandbox;
let target: Sandbox;
let files: Map<string, Buffer>;
let wanted: Array<[string, boolean, unknown]>;
let to: string;
beforeAll(async () => {
  source = await startSandbox({ seedRuns: false });
});
afterEach(async () => await target.close());
afterAll(async () => await source.close());

const schedulesOf = ({ store }: Sandbox, projectId: string) =>
  [...store.jobs({ projectId }), ...store.pipelines.list(projectId)].map(
    ({ name, settings }): [string, boolean, unknown] => [
      name,
      settings.isScheduled,
      settings.cronScheduling,
    ],
  );

/** Exports a job and a pipeline whose schedules are paused, and one of each that is live. */
async function start(generation: Generation): Promise<void> {
  const { store } = source;
  const from = store.addProject({ name: 'From' }).id;
  for (const [name, isScheduled] of [
    ['paused', false],
    ['live', true],
  ] as const) {
    const settings = { isScheduled, cronScheduling: CRON };
    const job = addJob(source, from, name, { settings });
    store.pipelines.edit(addPipeline(source, from, name, job.id).id, { settings });
  }
  files = await filesOf(source, from);
  wanted = schedulesOf(source, from);
  target = await startSandbox({ seedRuns: false, generation });
  to = target.store.addProject({ name: 'To' }).id;
}

const replaced = (text: string, by: string) =>
  new Map([...files].map(([path, bytes]) => [path, Buffer.from(String(bytes).replace(text, by))]));

describe.each<Generation>(['recent', 'middle', 'early'])(
  'deployed to a platform of the generation %s',
  (generation) => {
    test('what is paused stays paused, and the plan says so', async () => {
      await start(generation);
      const { steps } = await plan(target, files, to);
      const paused = steps.filter(({ name }) => name === 'paused');
      expect(paused.length).toBeGreaterThan(0);
      for (const { changes } of paused) {
        expect(changes).toContainEqual({ field: 'isScheduled', from: null, to: false });
      }
      await deploy(target, files, to);
      const there = schedulesOf(target, to);
      expect(there.length).toBeGreaterThan(0);
      for (const schedule of there) expect(wanted).toContainEqual(schedule);
      const left = notUnchanged((await plan(target, files, to)).steps);
      expect(left.filter(({ action }) => action !== 'blocked')).toEqual([]);
      const path = 'jobs/paused.json';
      expect(String((await filesOf(target, to)).get(path))).toBe(String(files.get(path)));
    });

    test('a file of an earlier export, which does not say it, is paused', async () => {
      await start(generation);
      const earlier = replaced('  "isScheduled": false,\n', '');
      expect(earlier).not.toEqual(files);
      const liveJobs = () =>
        target.store.jobs({ projectId: to }).filter(({ settings }) => settings.isScheduled);
      await deploy(target, earlier, to);
      expect(liveJobs()).toMatchObject([{ name: 'live' }]);
      const job = target.store.jobs({ projectId: to }).find(({ name }) => name === 'paused');
      target.store.editJob(job?.id ?? '', { settings: { isScheduled: true } });
      const { changes } = await deploy(target, earlier, to);
      expect(changes.filter(({ action }) => action === 'updated')).toMatchObject([
        { kind: 'job', changes: [{ field: 'isScheduled', from: true, to: false }] },
      ]);
      expect(liveJobs()).toMatchObject([{ name: 'live' }]);
    });
  },
);

test.each(['', ' '])('a cron of %j takes the schedule away', async (cron) => {
  await start('recent');
  await deploy(target, files, to);
  const without = [...replaced(CRON, cron)].filter(([path]) => !path.includes('live'));
  await deploy(target, new Map(without), to);
  const ofPaused = schedulesOf(target, to).filter(([name]) => name === 'paused');
  expect(ofPaused.map(([, , there]) => there)).toEqual([null, null]);
});
