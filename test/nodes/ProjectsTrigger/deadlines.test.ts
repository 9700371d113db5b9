import { PIPELINE_IDS, PROJECT_IDS } from '../../../sandbox';
import { byId } from '../Projects/support';
import { chosenJobs, HOUR_MS, MINUTE_MS, watchedSandbox } from './support';

// It begins at a whole hour, soon.
const nextHour = () => Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
const { clock, sandbox, poll, addJob, run } = watchedSandbox({}, nextHour);

const HOURLY = { isScheduled: true, cronScheduling: '0 * * * *', scheduleTimezone: 'UTC' };
const iso = (ms: number) => new Date(ms).toISOString();
const missed = (jobId: string) => ({
  ...chosenJobs(jobId),
  events: ['scheduleMissed', 'recovered'],
});

test('a scheduled run that does not begin within the grace period is reported once, with its job, and its recovery', async () => {
  const jobId = addJob({}, { settings: HOURLY });
  const due = clock.now + HOUR_MS;
  let { staticData } = await poll({}, missed(jobId));
  const pollAt = async (ms: number) => {
    clock.now = ms;
    const polled = await poll(staticData, missed(jobId));
    ({ staticData } = polled);
    return polled.json;
  };
  expect(await pollAt(due + 14 * MINUTE_MS)).toEqual([]);
  expect(await pollAt(due + 16 * MINUTE_MS)).toMatchObject([
    {
      ...{ event: 'scheduleMissed', dueAt: iso(due), detectedAt: iso(clock.now), missed: 1 },
      ...{ jobId, jobName: 'Watched', ...HOURLY },
      text: expect.stringMatching(
        /^Watched did not start: a run was due on \w+, \w+ \d+, \d\d:00\. http.*\/job\//,
      ),
      ...{ projectId: PROJECT_IDS.retail, projectName: expect.any(String) },
      ...{ lastRun: null, lastSuccess: null },
    },
  ]);
  expect(await pollAt(due + 17 * MINUTE_MS)).toEqual([]);

  const success = { id: run(jobId), succeeded: true };
  expect(await pollAt(due + 22 * MINUTE_MS)).toMatchObject([
    {
      ...{ event: 'recovered', failures: 1, since: iso(due), missed: 1, dueAt: null },
      ...{
        runId: success.id,
        text: expect.stringMatching(
          /^Watched succeeded again \(run \d+\)\. It failed or was late once since /,
        ),
      },
      ...{
        run: { ...success, jobName: 'Watched' },
        lastRun: success,
        lastSuccess: { id: success.id },
      },
    },
  ]);
  expect(await pollAt(due + 23 * MINUTE_MS)).toEqual([]);
});

test('a schedule that cannot be read is reported once in the log, and another one again', async () => {
  const jobId = addJob({}, { settings: { ...HOURLY, cronScheduling: '0 0 31 2 *' } });
  const first = await poll({}, missed(jobId));
  const warning = /1 schedules: Watched: "0 0 31 2 \*" is not a cron expression with five fields/;
  expect(first.warnings).toEqual([expect.stringMatching(warning)]);
  const second = await poll(first.staticData, missed(jobId));
  expect(second.warnings).toEqual([]);
  // As the state of a job that had another one.
  const other = JSON.stringify(first.staticData).replace(
    /"schedule":"!?[\w-]+/,
    '"schedule":"another',
  );
  const third = await poll(JSON.parse(other) as typeof first.staticData, missed(jobId));
  expect(third.warnings).toEqual(first.warnings);
});

test('three times the usual: nothing without five that succeeded, older runs are read once for each run', async () => {
  const jobId = addJob({ durationSeconds: 60 });
  const tooLong = { tooLong: 'timesUsual', tooLongTimes: 3 };
  const parameters = { ...chosenJobs(jobId), events: ['runTooLong'], ...tooLong };
  const runOften = (count: number) => {
    for (let n = 0; n < count; n++) {
      run(jobId);
      clock.now += 2 * MINUTE_MS;
    }
  };
  runOften(4);
  let { staticData } = await poll({}, parameters);
  const long = async () => {
    sandbox.store.setScript(jobId, { durationSeconds: 600 });
    const id = run(jobId);
    clock.now += 5 * MINUTE_MS;
    sandbox.stats.reset();
    const polled = await poll(staticData, parameters);
    clock.now += 6 * MINUTE_MS;
    sandbox.store.setScript(jobId, { durationSeconds: 60 });
    ({ staticData } = polled);
    return [id, polled.json] as const;
  };
  expect((await long())[1]).toEqual([]);
  runOften(30);
  sandbox.stats.reset();
  ({ staticData } = await poll(staticData, parameters));
  // Those that have ended need no older runs.
  expect(sandbox.stats.byOperation.job).toBe(2);
  const [id, json] = await long();
  expect(json).toMatchObject([{ usualSeconds: 60, run: { id } }]);
  const { job: requests } = sandbox.stats.byOperation;
  sandbox.store.setScript(jobId, { durationSeconds: 60, outcome: 'FAILED' });
  runOften(40);
  ({ staticData } = await poll(staticData, parameters));
  // Successes that are further back are in the same page.
  expect((await long())[1]).toMatchObject([{ usualSeconds: 60 }]);
  expect(sandbox.stats.byOperation.job).toBe(requests);
});

test('100 jobs are one request a poll, and what is stored stays small', async () => {
  const ids = Array.from({ length: 100 }, (_, n) =>
    addJob({}, { settings: HOURLY, name: `Job ${n}` }),
  );
  const events = ['scheduleMissed', 'notSucceededInTime', 'runTooLong', 'recovered'];
  const all = { events, deadline: 'age' };
  /** The schema and the session are made anew from time to time. */
  const pollCounted = async (staticData: object) => {
    sandbox.stats.reset();
    const polled = await poll(staticData as never, all);
    const asked = new Map(Object.entries(sandbox.stats.byOperation));
    for (const name of ['__schema', 'authenticate']) asked.delete(name);
    return { ...polled, asked: Object.fromEntries(asked) };
  };
  let { staticData } = await poll({}, all);
  for (let n = 0; n < 4; n++) {
    ids.forEach(run);
    clock.now += 20 * MINUTE_MS;
    const polled = await pollCounted(staticData);
    expect(polled.items).toBeUndefined();
    expect(polled.asked).toEqual({ jobs: 1 });
    ({ staticData } = polled);
  }
  clock.now += 3 * HOUR_MS;
  const polled = await pollCounted(staticData);
  expect(polled.json.length).toBeGreaterThanOrEqual(100);
  // The list, the details of 100 jobs, and once the label of their technology from the catalog.
  expect(polled.asked).toEqual({ jobs: 1, job: 1, technology: 1, __typename: 1 });
  const jobs = sandbox.store.jobs({ projectId: PROJECT_IDS.retail }).length;
  expect(JSON.stringify(polled.staticData).length / jobs).toBeLessThan(350);
});

test('schedules of pipelines', async () => {
  // It is scheduled at a whole hour: at that very hour, it would be neither late nor in time.
  clock.now += 30 * MINUTE_MS;
  const pipelineId = PIPELINE_IDS.dailySales;
  const projectId = byId(sandbox.store.pipelines.find(pipelineId)?.projectId ?? '');
  const chosen = { projectId, ids: [`pipeline:${pipelineId}`] };
  const parameters = { ...chosen, events: ['scheduleMissed'] };
  const { staticData } = await poll({}, parameters);
  clock.now += 48 * HOUR_MS;
  const { json } = await poll(staticData, parameters);
  expect(json).toMatchObject([{ event: 'scheduleMissed', pipelineId, missed: 2 }]);
});

test.each([
  ['scheduleMissed', {}, {}],
  ['notSucceededInTime', { deadline: 'age', deadlineHours: 2 }, {}],
  ['runTooLong', { tooLong: 'minutes', tooLongMinutes: 5 }, { run: {} }],
  ['recovered', {}, { dueAt: null, failures: 1, run: {} }],
])('Fetch Test Event: an example of %s %j, with the job that ran last', async (...row) => {
  const [event, more, expected] = row;
  const ids = ['First', 'Last', 'Never'].map((name) => addJob({}, { name }));
  const parameters = { ...chosenJobs(...ids), events: [event], ...more };
  const fetch = async (some: object) => await poll({}, some, { mode: 'manual' });
  const { json, staticData } = await fetch(parameters).catch(() => ({ json: [], staticData: {} }));
  // Without any run, only what needs none.
  expect([json.length, staticData]).toEqual(['run' in expected ? 0 : 1, {}]);
  for (const id of ids.slice(0, 2)) {
    run(id);
    clock.now += MINUTE_MS;
  }
  const [example] = (await fetch(parameters)).json;
  const times = { dueAt: iso(clock.now), detectedAt: iso(clock.now), missed: 1 };
  expect(example).toMatchObject({ event, jobName: 'Last', jobId: ids[1], ...times, ...expected });
});

const IN_TIME = { events: ['notSucceededInTime'] };

test.each([
  ['deadlineTime', '24:00', '"24:00" is not a valid time of day'],
  ['deadlineTime', '06:60', '"06:60" is not a valid time of day'],
  ['deadlineTime', '6', '"6" is not a valid time of day'],
  ['deadlineTime', '06:00:00', '"06:00:00" is not a valid time of day'],
  ['deadlineTimezone', 'Nowhere/Land', '"Nowhere/Land" is not a valid time zone'],
  ['deadlineDays', [], '"Days" is empty'],
])('%s: %j is reported in plain words', async (name, value, message) => {
  const parameters = { ...IN_TIME, deadline: 'timeOfDay', [name]: value };
  await expect(poll({}, parameters)).rejects.toThrow(message);
});
