import type { IDataObject } from 'n8n-workflow';
import type { PollQuestion } from '../../support/engine/poll';
import { PIPELINE_IDS, PROJECT_IDS, startSandbox, type Sandbox } from '../../../sandbox';
import { byId } from '../Projects/support';
import { pollProjects } from './support';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let now: number;
let sandbox: Sandbox;
beforeEach(async () => {
  // n8n and the platform live in the same made-up time; it begins at a whole hour, soon.
  now = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  sandbox = await startSandbox({ seedRuns: false, clock: () => now });
});
afterEach(async () => {
  await sandbox.close();
  jest.restoreAllMocks();
});

const poll = (staticData: IDataObject, parameters: object, more?: Partial<PollQuestion>) =>
  pollProjects(sandbox, staticData, parameters, more);

const HOURLY = { isScheduled: true, cronScheduling: '0 * * * *', scheduleTimezone: 'UTC' };
const addJob = (settings: object = {}, script: object = {}, name = 'Watched') =>
  sandbox.store.addJob({
    projectId: PROJECT_IDS.retail,
    name,
    settings: settings as never,
    script: { queueSeconds: 0, durationSeconds: 60, ...script },
  }).id;
const run = (jobId: string) => sandbox.store.startRun(jobId)?.id;
const asked = () =>
  Object.fromEntries(
    Object.entries(sandbox.stats.byOperation).filter(
      ([name]) => !['__schema', 'authenticate'].includes(name),
    ),
  );
const iso = (ms: number) => new Date(ms).toISOString();
const only = (...ids: string[]) => ({ ids });

const missed = (jobId: string) => ({ ...only(jobId), events: ['scheduleMissed', 'recovered'] });

test('a scheduled run that does not begin within the grace period is reported once, with its job, and its recovery', async () => {
  const jobId = addJob(HOURLY);
  const due = now + HOUR_MS;
  let { staticData, items } = await poll({}, missed(jobId));
  expect(items).toBeUndefined();
  now = due + 14 * MINUTE_MS;
  ({ staticData, items } = await poll(staticData, missed(jobId)));
  expect(items).toBeUndefined();
  now = due + 16 * MINUTE_MS;
  const told = await poll(staticData, missed(jobId));
  expect(told.json).toEqual([
    expect.objectContaining({
      event: 'scheduleMissed',
      jobName: 'Watched',
      jobId,
      id: jobId,
      name: 'Watched',
      projectId: PROJECT_IDS.retail,
      projectName: expect.any(String),
      cronScheduling: '0 * * * *',
      scheduleTimezone: 'UTC',
      isScheduled: true,
      dueAt: iso(due),
      detectedAt: iso(now),
      missed: 1,
      lastRun: null,
      lastSuccess: null,
    }),
  ]);
  now += MINUTE_MS;
  const again = await poll(told.staticData, missed(jobId));
  expect(again.items).toBeUndefined();

  const runId = run(jobId);
  now += 5 * MINUTE_MS;
  const recovered = await poll(again.staticData, missed(jobId));
  expect(recovered.json).toEqual([
    expect.objectContaining({
      event: 'recovered',
      failures: 1,
      since: iso(due),
      missed: 1,
      dueAt: null,
      run: expect.objectContaining({ id: runId, jobName: 'Watched', succeeded: true }),
      lastRun: expect.objectContaining({ id: runId, succeeded: true }),
      lastSuccess: expect.objectContaining({ id: runId }),
    }),
  ]);
  expect((await poll(recovered.staticData, missed(jobId))).items).toBeUndefined();
});

test('a schedule that cannot be read is reported once in the log', async () => {
  const jobId = addJob({ ...HOURLY, cronScheduling: '0 0 31 2 *' });
  const first = await poll({}, missed(jobId));
  expect(first.warnings).toEqual([
    expect.stringMatching(
      /1 schedules: Watched: "0 0 31 2 \*" is not a cron expression with five fields/,
    ),
  ]);
  expect((await poll(first.staticData, missed(jobId))).warnings).toEqual([]);
});

test('three times the usual: nothing without five that succeeded, older runs are read once for each run', async () => {
  const jobId = addJob({}, { durationSeconds: 60 });
  const parameters = {
    ...only(jobId),
    events: ['runTooLong'],
    tooLong: 'timesUsual',
    tooLongTimes: 3,
  };
  for (let n = 0; n < 4; n++) {
    run(jobId);
    now += 2 * MINUTE_MS;
  }
  let { staticData } = await poll({}, parameters);
  const long = async () => {
    sandbox.store.setScript(jobId, { durationSeconds: 600 });
    const id = run(jobId);
    now += 5 * MINUTE_MS;
    const polled = await poll(staticData, parameters);
    now += 6 * MINUTE_MS;
    sandbox.store.setScript(jobId, { durationSeconds: 60 });
    ({ staticData } = polled);
    return [id, polled.json] as const;
  };
  expect((await long())[1]).toEqual([]);
  for (let n = 0; n < 30; n++) {
    run(jobId);
    now += 2 * MINUTE_MS;
  }
  ({ staticData } = await poll(staticData, parameters));
  const [id, json] = await long();
  expect(json).toEqual([
    expect.objectContaining({ usualSeconds: 60, run: expect.objectContaining({ id }) }),
  ]);
});

test('100 jobs are one request a poll, and what is stored stays small', async () => {
  const ids = Array.from({ length: 100 }, (_, n) => addJob(HOURLY, {}, `Job ${n}`));
  const all = {
    events: ['scheduleMissed', 'notSucceededInTime', 'runTooLong', 'recovered'],
    deadline: 'age',
  };
  let polled = await poll({}, all);
  for (let n = 0; n < 4; n++) {
    ids.forEach(run);
    now += 20 * MINUTE_MS;
    sandbox.stats.reset();
    polled = await poll(polled.staticData, all);
    expect(polled.items).toBeUndefined();
    // The schema and the session are made anew from time to time.
    expect(asked()).toEqual({ jobs: 1 });
  }
  now += 3 * HOUR_MS;
  sandbox.stats.reset();
  polled = await poll(polled.staticData, all);
  expect(polled.json.length).toBeGreaterThanOrEqual(100);
  // The list, the details of 100 jobs, and once the label of their technology from the catalog.
  expect(asked()).toEqual({ jobs: 1, job: 1, technology: 1, __typename: 1 });
  const jobs = sandbox.store.jobs({ projectId: PROJECT_IDS.retail }).length;
  expect(JSON.stringify(polled.staticData).length / jobs).toBeLessThan(110);
});

test('schedules of pipelines', async () => {
  // It is scheduled at a whole hour: at that very hour, it would be neither late nor in time.
  now += 30 * MINUTE_MS;
  const pipelineId = PIPELINE_IDS.dailySales;
  const projectId = byId(sandbox.store.pipelines.find(pipelineId)?.projectId ?? '');
  const parameters = {
    resource: 'pipeline',
    projectId,
    ids: [pipelineId],
    events: ['scheduleMissed'],
  };
  const { staticData } = await poll({}, parameters);
  now += 2 * DAY_MS;
  const { json } = await poll(staticData, parameters);
  expect(json).toEqual([
    expect.objectContaining({ event: 'scheduleMissed', pipelineId, missed: 2 }),
  ]);
});

describe('Fetch Test Event', () => {
  const example = (parameters: object) => poll({}, parameters, { mode: 'manual' });

  test.each([
    ['scheduleMissed', {}, 180],
    ['notSucceededInTime', { deadline: 'age', deadlineHours: 2 }, 120],
    ['runTooLong', { tooLong: 'minutes', tooLongMinutes: 5 }, 246],
    ['recovered', {}, undefined],
  ])('%s %j: also one that is over', async (event, more, dueMinutes) => {
    const [other, jobId] = [addJob(HOURLY, {}, 'Other'), addJob(HOURLY, { outcome: 'FAILED' })];
    const from = now;
    run(other);
    now = from + 4 * HOUR_MS;
    run(jobId);
    now += MINUTE_MS;
    sandbox.store.setScript(jobId, { outcome: 'SUCCEEDED', durationSeconds: 600 });
    run(jobId);
    // Since then all is well, every hour and for a day.
    sandbox.store.setScript(jobId, { durationSeconds: 60 });
    for (let hour = 5; hour < 30; hour++) {
      now = from + hour * HOUR_MS;
      run(jobId);
    }
    now += 5 * MINUTE_MS;
    const { json } = await example({ ...only(jobId), events: [event], ...more });
    const expected = dueMinutes === undefined ? null : iso(from + dueMinutes * MINUTE_MS);
    expect(json).toEqual([
      expect.objectContaining({ event, jobId, name: 'Watched', missed: 1, dueAt: expected }),
    ]);
  });

  test.each([
    ['timeOfDay', { deadlineTime: '06:00' }],
    ['age', { deadlineHours: 2 }],
  ])('a job that is three minutes old has missed nothing: %s', async (deadline, more) => {
    const jobId = addJob();
    now += 3 * MINUTE_MS;
    const events = ['notSucceededInTime'];
    await expect(example({ ...only(jobId), events, deadline, ...more })).rejects.toThrow(
      'No matching event was found',
    );
  });
});

test.each([
  ['deadlineTime', '25:00', '"25:00" is not a valid time of day'],
  ['deadlineTime', 'noon', '"noon" is not a valid time of day'],
  ['deadlineTimezone', 'Nowhere/Land', '"Nowhere/Land" is not a valid time zone'],
  ['deadlineDays', [], '"Days" is empty'],
])('%s: %j is reported in plain words', async (name, value, message) => {
  const parameters = { events: ['notSucceededInTime'], deadline: 'timeOfDay', [name]: value };
  await expect(poll({}, parameters)).rejects.toThrow(message);
});
