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

const pausedTwice = (from: boolean | null) =>
  ['job', 'pipeline'].map((kind) => ({
    ...{ kind, name: 'paused' },
    changes: expect.arrayContaining([{ field: 'isScheduled', from, to: false }]) as object[],
  }));

test.each([
  ['what is paused', ''],
  // As earlier exports leave it out.
  ['a schedule of which the file does not say whether it is live', '  "isScheduled": false,\n'],
])('%s is paused, and the plan says so', async (_what, without) => {
  const given = replaced(without, '');
  const { steps } = await plan(at.sandbox, given, at.to);
  expect(steps.filter(({ name }) => name === 'paused')).toMatchObject(pausedTwice(null));
  await deploy(at.sandbox, given, at.to);
  expect(schedulesOf(at.to)).toEqual(schedulesOf(at.from));
  const { store } = at.sandbox;
  const settings = { isScheduled: true };
  store.editJob(store.jobByAlias(at.to, 'paused')?.id ?? '', { settings });
  const { changes } = await deploy(at.sandbox, given, at.to);
  expect(notUnchanged(changes)).toMatchObject(pausedTwice(true).slice(0, 1));
  expect(schedulesOf(at.to)).toEqual(schedulesOf(at.from));
});

test.each(['', ' '])('a cron of %j takes the schedule away', async (cron) => {
  await deploy(at.sandbox, files, at.to);
  const without = [...replaced(CRON, cron)].filter(([path]) => !path.includes('live'));
  await deploy(at.sandbox, new Map(without), at.to);
  const ofPaused = schedulesOf(at.to).filter(([name]) => name === 'paused');
  expect(ofPaused.map(([, , there]) => there)).toEqual([null, null]);
});
