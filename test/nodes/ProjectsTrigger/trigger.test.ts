import type { IDataObject } from 'n8n-workflow';
import { APP_IDS, JOB_IDS, PROJECT_IDS } from '../../../sandbox';
import { pipelineOf } from '../../operations/onSandbox';
import { loadOptions } from '../../support/engine/loadOptions';
import { runNode } from '../../support/engine/runWorkflow';
import { byId } from '../Projects/support';
import { HOUR_MS, MINUTE_MS, projectsTrigger, RUN_EVENTS, watchedSandbox } from './support';

const { clock, sandbox, poll, addJob, run } = watchedSandbox({ events: RUN_EVENTS });

const FAILED = { events: ['runFailed'] };
const SUCCEEDED = { events: ['runSucceeded'] };
const manyJobs = (count: number, script?: object) =>
  Array.from({ length: count }, (_, n) => addJob(script, { name: `Job ${n}` }));
/** The jobs run, and have done so when a minute is over. */
const runAll = (...jobIds: string[]) => {
  const ids = jobIds.map(run);
  clock.now += MINUTE_MS;
  return ids;
};
const jobIdsOf = (json: IDataObject[]) => json.map(({ jobId }) => jobId);

test('101 jobs are one request a poll, and one for each 100 runs with an event', async () => {
  const jobs = manyJobs(101);
  const first = await poll({});
  runAll(...jobs);
  sandbox.stats.reset();
  const second = await poll(first.staticData);
  expect(second.json).toHaveLength(202);
  // The list, and a request for each 100 runs that have ended.
  expect(sandbox.stats.requests).toBe(3);
  sandbox.stats.reset();
  expect((await poll(second.staticData)).items).toBeUndefined();
  expect(sandbox.stats.requests).toBe(1);
});

test('all projects are watched where none is chosen, with one request more', async () => {
  const all = { projectId: byId('') };
  const ids = Array.from({ length: 30 }, (_, n) => {
    const { id: projectId } = sandbox.store.addProject({ name: `Project ${n}` });
    return addJob({}, { projectId });
  });
  const first = await poll({}, all);
  runAll(...ids);
  sandbox.stats.reset();
  const second = await poll(first.staticData, all);
  expect(new Set(jobIdsOf(second.json))).toEqual(new Set(ids));
  expect(second.json).toHaveLength(60);
  expect(sandbox.stats.requests).toBe(3);
  expect((await poll(second.staticData, all)).items).toBeUndefined();
});

test('what can be chosen is listed without a project, too, each with its project', async () => {
  const list = async (projectId: string) =>
    await loadOptions({
      ...projectsTrigger(sandbox, { projectId: byId(projectId) }),
      method: 'listWatchable',
    });
  const all = await list('');
  expect(all).toContainEqual({
    name: 'Energy Forecast / Train grid load model',
    value: JOB_IDS.gridLoadModel,
  });
  expect(all).toHaveLength(sandbox.store.jobs().length);
  const ofOne = (await list(PROJECT_IDS.retail)).map(({ name }) => name);
  expect(ofOne).toHaveLength(sandbox.store.jobs({ projectId: PROJECT_IDS.retail }).length);
  expect(ofOne.some((name) => name.includes(' / '))).toBe(false);
});

test('an event reports the run, the job and the times', async () => {
  const jobId = addJob({ outcome: 'FAILED', outcomeDetails: 'Exit code 1' });
  const { staticData, items, staticDataChanged } = await poll({});
  expect([items, staticDataChanged]).toEqual([undefined, true]);
  const [id] = runAll(jobId);
  const { json } = await poll(staticData, FAILED);
  expect(json).toEqual([
    {
      event: 'runFailed',
      id,
      jobId,
      jobName: 'Watched',
      projectId: PROJECT_IDS.retail,
      projectName: 'Retail Analytics',
      status: 'FAILED',
      succeeded: false,
      statusDetails: 'Exit code 1',
      statusReason: 'GENERIC_ERROR',
      trigger: 'MANUAL_JOB',
      startedBy: 'demo',
      number: 1,
      startTime: expect.any(String),
      endTime: expect.any(String),
      durationSeconds: 5,
      jobAlias: expect.any(String),
      version: { number: 1 },
      pipelineInstanceId: null,
      url: expect.stringMatching(new RegExp(`/project/.*/job/${jobId}/instances/${id}$`)),
    },
  ]);
});

test.each(['job', 'pipeline'])(
  'an event is what "Get" gives, with its name in front: %s',
  async (resource) => {
    const jobId = addJob({ outcome: 'FAILED' });
    const pipelineId = pipelineOf(sandbox, jobId);
    const { staticData } = await poll({}, { resource });
    const runId = resource === 'job' ? run(jobId) : sandbox.store.pipelines.start(pipelineId)?.id;
    clock.now += MINUTE_MS;
    const { json } = await poll(staticData, { resource, ...FAILED });
    const got = await runNode(
      { parameters: { resource: `${resource}Run`, operation: 'get', runId } },
      { dataPlatformApi: sandbox.credentials },
    );
    expect(Object.keys(json[0] ?? {})[0]).toBe('event');
    expect(json).toEqual([{ event: 'runFailed', ...got.json[0] }]);
  },
);

test('of a run that is gone a moment later, its event is reported with what was seen of it', async () => {
  const { staticData } = await poll({});
  const [id] = runAll(addJob({ outcome: 'FAILED' }));
  sandbox.accidents.add({ kind: 'status', operation: 'jobInstance', status: 404 });
  const { json } = await poll(staticData, FAILED);
  expect(json).toEqual([
    expect.objectContaining({ event: 'runFailed', id, jobName: 'Watched', succeeded: false }),
  ]);
});

describe('log lines', () => {
  const logLines = Array.from({ length: 200 }, (_, n) => ({
    stream: 'STDOUT',
    value: `line ${n}`,
  }));
  const last = ['line 198', 'line 199'];
  const withLogs = { events: ['runFailed', 'runSucceeded'], options: { logLines: 2 } };
  const failing = { outcome: 'FAILED', logLines };

  test.each([1, 201])('%i failed runs carry the end of their logs', async (count) => {
    const { staticData } = await poll({});
    const [fine] = runAll(addJob({ logLines }), ...manyJobs(count, failing));
    sandbox.stats.reset();
    const { json } = await poll(staticData, withLogs);
    expect(json.find(({ id }) => id === fine)).not.toHaveProperty('lastLogLines');
    const failed = json.filter(({ id }) => id !== fine);
    expect(failed).toHaveLength(count);
    const read = failed.filter(({ logError }) => logError === undefined);
    expect(read).toHaveLength(Math.min(count, 200));
    expect(read.map(({ lastLogLines }) => lastLogLines)).toEqual(read.map(() => last));
    // The list, and for each 100 runs the runs, how long their logs are, and the lines.
    expect(sandbox.stats.requests).toBeLessThanOrEqual(1 + Math.ceil((count + 1) / 100) * 3);
  });

  test("a pipeline's run carries the log of the job that failed", async () => {
    const pipelineId = pipelineOf(sandbox, addJob(failing));
    const { staticData } = await poll({}, { resource: 'pipeline' });
    sandbox.store.pipelines.start(pipelineId);
    clock.now += MINUTE_MS;
    const { json } = await poll(staticData, { resource: 'pipeline', ...withLogs });
    expect(json.map(({ lastLogLines }) => lastLogLines)).toEqual([last]);
  });

  test.each([
    ['filteredLogs', [], /could not be read: .*No rights/],
    ['countFilteredLogs', last, /^undefined$/],
  ])('a log that cannot be read loses no event: %s', async (operation, lines, logError) => {
    const { staticData } = await poll({});
    const [id] = runAll(addJob(failing));
    const errors = [{ message: 'No rights to read logs', path: [operation] }];
    sandbox.accidents.add({ kind: 'errors', operation, errors, times: 9 });
    const { json } = await poll(staticData, withLogs);
    expect(json).toEqual([
      expect.objectContaining({ event: 'runFailed', id, lastLogLines: lines }),
    ]);
    expect(String(json[0]?.logError)).toMatch(logError);
  });
});

test('of a job that comes later, with runs that it had before, only the new ones are reported', async () => {
  runAll(addJob());
  const first = await poll({});
  const late = addJob();
  sandbox.store.startRun(late, { requestedAt: clock.now - HOUR_MS });
  clock.now += MINUTE_MS;
  const { json, staticData } = await poll(first.staticData);
  expect(json).toEqual([]);
  const [id] = runAll(late);
  const second = await poll(staticData);
  expect(second.json.map((told) => [told.event, told.id])).toEqual([
    ['runStarted', id],
    ['runSucceeded', id],
  ]);
});

test('a choice of jobs is watched alone; one that is added begins then', async () => {
  const [a, b] = [addJob(), addJob()];
  let { staticData } = await poll({}, { ids: [a] });
  for (const { started, ids, seen } of [
    { started: [a, b], ids: [a], seen: a },
    { started: [a], ids: [a, b], seen: a },
    { started: [b], ids: [b, a], seen: b },
  ]) {
    runAll(...started);
    const polled = await poll(staticData, { ids, ...SUCCEEDED });
    expect(jobIdsOf(polled.json)).toEqual([seen]);
    ({ staticData } = polled);
  }
});

test('"Fetch Test Event" returns the latest event that really happened and leaves the state alone', async () => {
  await expect(poll({}, {}, { mode: 'manual' })).rejects.toMatchObject({
    message: 'No matching event was found',
    description: expect.stringContaining('runFailed'),
  });
  const jobId = addJob({ outcome: 'FAILED' });
  runAll(jobId);
  const [id] = runAll(jobId);
  const manual = await poll({}, FAILED, { mode: 'manual' });
  expect(manual.json).toEqual([expect.objectContaining({ event: 'runFailed', id })]);
  expect(manual.staticData).toEqual({});
});

test.each([
  [
    'no event',
    { events: [] },
    '"Events" is empty. Choose at least one of: notSucceededInTime, recovered, runFailed, runStarted, runStopped, runSucceeded, runTooLong, scheduleMissed',
  ],
  [
    'an expression without a project',
    { projectId: byId('={{ undefined }}') },
    'No project is selected',
  ],
  ['no ID of a job', { ids: ['seven'] }, '"seven" is not a valid ID of a job'],
])('what cannot be watched is refused in words: %s', async (_name, parameters, message) => {
  await expect(poll({}, parameters)).rejects.toMatchObject({ message });
});

describe.each(['recent', 'early'] as const)('polls that come once an hour: %s', (generation) => {
  const start = () => Date.parse('2026-11-23T09:00:00Z');
  const hourly = watchedSandbox(FAILED, start, { generation });
  const asked = () => hourly.sandbox.stats.byOperation;
  let staticData: IDataObject;
  const pollLater = async (parameters: object = {}) => {
    hourly.clock.now += HOUR_MS;
    hourly.sandbox.stats.reset();
    const polled = await hourly.poll(staticData, parameters);
    staticData = JSON.parse(JSON.stringify(polled.staticData)) as IDataObject;
    return polled.json;
  };
  beforeEach(() => {
    staticData = {};
  });

  test.each([1, 5])(
    'of %i jobs read the schema once, and again if it is refused',
    async (count) => {
      const ids = Array.from({ length: count }, () => hourly.addJob({ outcome: 'FAILED' }));
      for (const parameters of [{}, { ids }]) {
        staticData = {};
        await pollLater(parameters);
        for (let n = 0; n < 3; n++) {
          await pollLater(parameters);
          expect(asked().__schema).toBeUndefined();
        }
        const { runs } = staticData as { runs: { form: IDataObject } };
        runs.form.select = String(runs.form.select).replace('endTime', 'ended');
        ids.forEach(hourly.run);
        expect(await pollLater(parameters)).toHaveLength(count);
        expect(asked().__schema).toBeGreaterThan(0);
        expect(JSON.stringify(staticData)).not.toContain(' ended');
        await pollLater(parameters);
        expect(asked().__schema).toBeUndefined();
      }
    },
  );

  test('forget what a platform was like after a day', async () => {
    await pollLater();
    hourly.clock.now += 24 * HOUR_MS;
    await pollLater();
    expect(asked().__schema).toBeGreaterThan(0);
  });
});

test.each([
  ['job', { events: ['runFailed', 'notSucceededInTime'], deadline: 'age', deadlineHours: 0.01 }],
  ['app', { events: ['appStarted'] }],
])('with Simplify, an event of a %s has the same important fields', async (resource, more) => {
  const parameters = { resource, ...more };
  const first = await poll({}, parameters);
  run(addJob({ outcome: 'FAILED' }));
  sandbox.store.apps.begin(APP_IDS.salesDashboard, 'STARTING');
  clock.now += HOUR_MS;
  const whole = await poll({ ...first.staticData }, parameters);
  const simple = await poll({ ...first.staticData }, { ...parameters, simplify: true });
  expect(whole.json.length).toBeGreaterThan(0);
  expect(simple.json).toHaveLength(whole.json.length);
  simple.json.forEach((event, index) => {
    expect(whole.json[index]).toMatchObject(event);
    expect(event).toHaveProperty('url');
    expect(Object.keys(event)).not.toContain('resources');
    expect(Object.keys(event).length).toBeLessThan(16);
  });
});
