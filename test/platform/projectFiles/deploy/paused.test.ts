import { addJob, addPipeline, filesOf, notUnchanged, useProjects } from '../support';

const CRON = '0 6 * * *';

const at = useProjects();
let files: Map<string, Buffer>;
/** Exports a job and a pipeline whose schedules are paused, and one of each that is live. */
beforeEach(async () => {
  const { sandbox, from } = at;
  for (const name of ['paused', 'live']) {
    const settings = { isScheduled: name === 'live', cronScheduling: CRON };
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

const paused = (kind: string, from: boolean | null) => ({
  ...{ kind, name: 'paused' },
  changes: expect.arrayContaining([{ field: 'isScheduled', from, to: false }]) as object[],
});

test.each([
  ['what is paused', ''],
  ['a schedule of which the file does not say whether it is live', '  "isScheduled": false,\n'],
])('%s is paused, and the plan says so', async (_what, without) => {
  const given = replaced(without, '');
  const { steps } = await at.plan(given);
  const planned = steps.filter(({ name }) => name === 'paused');
  expect(planned).toMatchObject([paused('job', null), paused('pipeline', null)]);
  await at.deploy(given);
  expect(schedulesOf(at.to)).toEqual(schedulesOf(at.from));
  const { store } = at.sandbox;
  const { id = '' } = store.jobByAlias(at.to, 'paused') ?? {};
  store.editJob(id, { settings: { isScheduled: true } });
  const { changes } = await at.deploy(given);
  expect(notUnchanged(changes)).toMatchObject([paused('job', true)]);
  expect(schedulesOf(at.to)).toEqual(schedulesOf(at.from));
});

test.each(['', ' '])('a cron of %j takes the schedule away', async (cron) => {
  await at.deploy(files);
  const without = [...replaced(CRON, cron)].filter(([path]) => !path.includes('live'));
  await at.deploy(new Map(without));
  const left = schedulesOf(at.to).flatMap(([name, , there]) => (name === 'paused' ? [there] : []));
  expect(left).toEqual([null, null]);
});

test('what a deploy does not change stays, on a platform that empties what an edit does not name', async () => {
  const schedule = ['isScheduled', 'cronScheduling', 'scheduleTimezone'];
  const forgottenByEdits = ['description', 'alerting', 'resources', ...schedule];
  await at.startOther({ forgottenByEdits });
  const alerting = { emails: ['ops@example.com'], statusList: ['FAILED'], loginEmails: [] };
  const settings = { isScheduled: true, cronScheduling: CRON, scheduleTimezone: 'Europe/Paris' };
  const ofJob = { ...settings, alerting, resources: { memory: { limit: 512 } } };
  const { id } = at.addJob(at.from, 'load', { description: 'before', settings: ofJob });
  const pipeline = addPipeline(at.sandbox, at.from, 'daily', id);
  const ofPipeline = { ...settings, alerting };
  at.store.pipelines.edit(pipeline.id, { description: 'before', settings: ofPipeline } as never);
  const exported = await at.files();
  await at.deploy(exported);
  const changed = [...exported].map(([path, bytes]): [string, Buffer] => {
    return [path, Buffer.from(String(bytes).replace('"before"', '"after"'))];
  });
  expect((await at.deploy(new Map(changed))).summary.action).toBe('updated');
  const [job] = at.store.jobs({ projectId: at.to });
  const [daily] = at.store.pipelines.list(at.to);
  expect(job).toMatchObject({ description: 'after', settings: ofJob });
  expect(daily).toMatchObject({ description: 'after', settings: ofPipeline });
  expect(notUnchanged((await at.plan(new Map(changed))).steps)).toEqual([]);
});
