import { addJob, addPipeline, deploy, filesOf, notUnchanged, plan, useProjects } from '../support';

const CRON = '0 6 * * *';

const at = useProjects();
let files: Map<string, Buffer>;
/** Exports a job and a pipeline whose schedules are paused, and one of each that is live. */
beforeEach(async () => {
  const { sandbox, from } = at;
  for (const [name, isScheduled] of [
    ['paused', false],
    ['live', true],
  ] as const) {
    const settings = { isScheduled, cronScheduling: CRON };
    const job = addJob(sandbox, from, name, { settings });
    sandbox.store.pipelines.edit(addPipeline(sandbox, from, name, job.id).id, { settings });
  }
  files = await filesOf(sandbox, from);
});

const schedulesOf = (projectId: string) => {
  const { store } = at.sandbox;
  return [...store.jobs({ projectId }), ...store.pipelines.list(projectId)]
    .map(({ name, settings }) => [name, settings.isScheduled, settings.cronScheduling] as const)
    .sort();
};

const replaced = (text: string, by: string) =>
  new Map([...files].map(([path, bytes]) => [path, Buffer.from(String(bytes).replace(text, by))]));

test('what is paused stays paused, and the plan says so', async () => {
  const { steps } = await plan(at.sandbox, files, at.to);
  const paused = steps.filter(({ name }) => name === 'paused');
  expect(paused.map(({ kind }) => kind)).toEqual(['job', 'pipeline']);
  for (const { changes } of paused) {
    expect(changes).toContainEqual({ field: 'isScheduled', from: null, to: false });
  }
  await deploy(at.sandbox, files, at.to);
  expect(schedulesOf(at.to)).toEqual(schedulesOf(at.from));
});

test('a file of an earlier export, which does not say it, is paused', async () => {
  const earlier = replaced('  "isScheduled": false,\n', '');
  expect(earlier).not.toEqual(files);
  await deploy(at.sandbox, earlier, at.to);
  expect(schedulesOf(at.to)).toEqual(schedulesOf(at.from));
  const { store } = at.sandbox;
  const job = store.jobByAlias(at.to, 'paused');
  store.editJob(job?.id ?? '', { settings: { isScheduled: true } });
  const { changes } = await deploy(at.sandbox, earlier, at.to);
  expect(notUnchanged(changes)).toMatchObject([
    { kind: 'job', changes: [{ field: 'isScheduled', from: true, to: false }] },
  ]);
  expect(schedulesOf(at.to)).toEqual(schedulesOf(at.from));
});

test.each(['', ' '])('a cron of %j takes the schedule away', async (cron) => {
  await deploy(at.sandbox, files, at.to);
  const without = [...replaced(CRON, cron)].filter(([path]) => !path.includes('live'));
  await deploy(at.sandbox, new Map(without), at.to);
  const ofPaused = schedulesOf(at.to).filter(([name]) => name === 'paused');
  expect(ofPaused.map(([, , there]) => there)).toEqual([null, null]);
});
