import type { IDataObject } from 'n8n-workflow';
import { APP_IDS, JOB_IDS, PROJECT_IDS, startSandbox, type Sandbox } from '../../../sandbox';
import { loadOptions } from '../../support/engine/loadOptions';
import { runNode } from '../../support/engine/runWorkflow';
import type { PollQuestion } from '../../support/engine/poll';
import { pipelineOf } from '../../operations/onSandbox';
import { byId } from '../Projects/support';
import { pollProjects } from './support';

let now: number;
let sandbox: Sandbox;
beforeEach(async () => {
  now = Date.now();
  sandbox = await startSandbox({ seedRuns: false, clock: () => now });
});
afterEach(() => sandbox.close());

const events = ['runStarted', 'runSucceeded', 'runFailed', 'runStopped'];
const poll = (staticData: IDataObject, parameters: object = {}, more?: Partial<PollQuestion>) =>
  pollProjects(sandbox, staticData, { events, ...parameters }, more);

const addJob = (script: object = {}, name = 'Watched') =>
  sandbox.store.addJob({
    projectId: PROJECT_IDS.retail,
    name,
    script: { queueSeconds: 0, durationSeconds: 5, ...script },
  }).id;

const run = (jobId: string) => sandbox.store.startRun(jobId)?.id;

test('101 jobs are one request a poll, and one for each 100 runs with an event', async () => {
  const jobs = Array.from({ length: 101 }, (_, n) => addJob({}, `Job ${n}`));
  const first = await poll({});
  jobs.forEach(run);
  now += 60_000;
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
    const script = { queueSeconds: 0, durationSeconds: 5 };
    return sandbox.store.addJob({ projectId, name: `Job ${n}`, script }).id;
  });
  const first = await poll({}, all);
  ids.forEach(run);
  now += 60_000;
  sandbox.stats.reset();
  const second = await poll(first.staticData, all);
  expect(new Set(second.json?.map(({ jobId }) => jobId))).toEqual(new Set(ids));
  expect(second.json).toHaveLength(60);
  expect(sandbox.stats.requests).toBe(3);
  expect((await poll(second.staticData, all)).items).toBeUndefined();
});

test('what can be chosen is listed without a project, too, each with its project', async () => {
  const list = async (resource: string, projectId: string) =>
    await loadOptions({
      type: 'n8n-nodes-data-platform.dataPlatformProjectsTrigger',
      method: 'listWatchable',
      parameters: { resource, projectId: byId(projectId) },
      credentials: { dataPlatformApi: sandbox.credentials },
    });
  expect(await list('job', '')).toContainEqual({
    name: 'Energy Forecast / Train grid load model',
    value: JOB_IDS.gridLoadModel,
  });
  expect(await list('job', '')).toHaveLength(sandbox.store.jobs().length);
  const ofOne = (await list('job', PROJECT_IDS.retail)).map(({ name }) => name);
  expect(ofOne).toHaveLength(sandbox.store.jobs({ projectId: PROJECT_IDS.retail }).length);
  expect(ofOne.some((name) => name.includes(' / '))).toBe(false);
});

test('an event reports the run, the job and the times', async () => {
  const jobId = addJob({ outcome: 'FAILED', outcomeDetails: 'Exit code 1' });
  const { staticData, items, staticDataChanged } = await poll({});
  expect([items, staticDataChanged]).toEqual([undefined, true]);
  const id = run(jobId);
  now += 60_000;
  const { json } = await poll(staticData, { events: ['runFailed'] });
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
    const started = resource === 'job' ? run(jobId) : sandbox.store.pipelines.start(pipelineId)?.id;
    now += 60_000;
    const { json } = await poll(staticData, { resource, events: ['runFailed'] });
    const got = await runNode(
      { parameters: { resource: `${resource}Run`, operation: 'get', runId: started } },
      { dataPlatformApi: sandbox.credentials },
    );
    expect(Object.keys(json[0] ?? {})[0]).toBe('event');
    expect(json).toEqual([{ event: 'runFailed', ...got.json[0] }]);
  },
);

test('of a run that is gone a moment later, its event is reported with what was seen of it', async () => {
  const { staticData } = await poll({});
  const jobId = addJob({ outcome: 'FAILED' });
  const id = run(jobId);
  now += 60_000;
  sandbox.accidents.add({ kind: 'status', operation: 'jobInstance', status: 404 });
  const { json } = await poll(staticData, { events: ['runFailed'] });
  expect(json).toEqual([
    expect.objectContaining({ event: 'runFailed', id, jobName: 'Watched', succeeded: false }),
  ]);
});

describe('log lines', () => {
  const logLines = Array.from({ length: 200 }, (_, n) => ({
    stream: 'STDOUT' as const,
    value: `line ${n}`,
  }));
  const last = ['line 198', 'line 199'];
  const withLogs = { events: ['runFailed', 'runSucceeded'], options: { logLines: 2 } };

  test.each([1, 201])('%i failed runs carry the end of their logs', async (count) => {
    const { staticData } = await poll({});
    for (let n = 0; n < count; n++) run(addJob({ outcome: 'FAILED', logLines }));
    const fine = run(addJob({ logLines }));
    now += 60_000;
    sandbox.stats.reset();
    const { json } = await poll(staticData, withLogs);
    const [succeeded, failed] = [
      json.filter(({ id }) => id === fine),
      json.filter(({ id }) => id !== fine),
    ];
    expect(failed).toHaveLength(count);
    expect(succeeded[0]).not.toHaveProperty('lastLogLines');
    const read = failed.filter(({ logError }) => logError === undefined);
    expect(read).toHaveLength(Math.min(count, 200));
    expect(read.map(({ lastLogLines }) => lastLogLines)).toEqual(read.map(() => last));
    // The list, and for each 100 runs the runs, how long their logs are, and the lines.
    expect(sandbox.stats.requests).toBeLessThanOrEqual(1 + Math.ceil((count + 1) / 100) * 3);
  });

  test("a pipeline's run carries the log of the job that failed", async () => {
    const jobId = addJob({ outcome: 'FAILED', logLines });
    const pipelineId = pipelineOf(sandbox, jobId);
    const { staticData } = await poll({}, { resource: 'pipeline' });
    sandbox.store.pipelines.start(pipelineId);
    now += 60_000;
    const { json } = await poll(staticData, { resource: 'pipeline', ...withLogs });
    expect(json.map(({ lastLogLines }) => lastLogLines)).toEqual([last]);
  });

  test.each(['filteredLogs', 'countFilteredLogs'])(
    'a log that cannot be read loses no event: %s',
    async (operation) => {
      const { staticData } = await poll({});
      const id = run(addJob({ outcome: 'FAILED', logLines }));
      now += 60_000;
      const errors = [{ message: 'No rights to read logs', path: [operation] }];
      sandbox.accidents.add({ kind: 'errors', operation, errors, times: 9 });
      const { json } = await poll(staticData, withLogs);
      expect(json).toEqual([expect.objectContaining({ event: 'runFailed', id })]);
      const isCount = operation === 'countFilteredLogs';
      expect(json[0]?.lastLogLines).toEqual(isCount ? last : []);
      if (!isCount) expect(json[0]?.logError).toMatch(/could not be read: .*No rights/);
    },
  );
});

test('of a job that comes later, with runs that it had before, only the new ones are reported', async () => {
  const watched = addJob();
  run(watched);
  now += 60_000;
  const first = await poll({});
  const late = addJob();
  sandbox.store.startRun(late, { requestedAt: now - 3_600_000 });
  now += 60_000;
  const { json, staticData } = await poll(first.staticData);
  expect(json).toEqual([]);
  const id = run(late);
  now += 60_000;
  const second = await poll(staticData);
  expect(second.json.map((told) => [told.event, told.id])).toEqual([
    ['runStarted', id],
    ['runSucceeded', id],
  ]);
});

test('a choice of jobs is watched alone; one that is added begins then', async () => {
  const [a, b] = [addJob(), addJob()];
  let { staticData } = await poll({}, { ids: [a] });
  run(a);
  run(b);
  now += 60_000;
  const first = await poll(staticData, { ids: [a], events: ['runSucceeded'] });
  expect(first.json.map(({ jobId }) => jobId)).toEqual([a]);
  run(a);
  now += 60_000;
  const second = await poll(first.staticData, { ids: [a, b], events: ['runSucceeded'] });
  expect(second.json.map(({ jobId }) => jobId)).toEqual([a]);
  ({ staticData } = second);
  run(b);
  now += 60_000;
  const third = await poll(staticData, { ids: [b, a], events: ['runSucceeded'] });
  expect(third.json.map(({ jobId }) => jobId)).toEqual([b]);
});

describe('"Fetch Test Event"', () => {
  test('gives the latest event that really happened and leaves the state alone', async () => {
    const jobId = addJob({ outcome: 'FAILED' });
    run(jobId);
    now += 60_000;
    const id = run(jobId);
    now += 60_000;
    const manual = await poll({}, { events: ['runFailed'] }, { mode: 'manual' });
    expect(manual.json).toEqual([expect.objectContaining({ event: 'runFailed', id })]);
    expect(manual.staticData).toEqual({});
  });

  test('says so where there is none', async () => {
    await expect(poll({}, {}, { mode: 'manual' })).rejects.toMatchObject({
      message: 'No matching event was found',
      description: expect.stringContaining('runFailed'),
    });
  });
});

describe('what cannot be watched is refused in words', () => {
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
  ])('%s', async (_name, parameters, message) => {
    await expect(poll({}, parameters)).rejects.toMatchObject({ message });
  });
});

describe.each(['recent', 'early'] as const)('polls that come once an hour: %s', (generation) => {
  const hourly = { events: ['runFailed'] };
  const asked = () => sandbox.stats.byOperation;
  let staticData: IDataObject;
  const pollLater = async (parameters: object = {}) => {
    now += 3_600_000;
    sandbox.stats.reset();
    const polled = await poll(staticData, { ...hourly, ...parameters });
    staticData = JSON.parse(JSON.stringify(polled.staticData)) as IDataObject;
    return polled.json;
  };
  beforeEach(async () => {
    await sandbox.close();
    now = Date.parse('2026-11-23T09:00:00Z');
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    sandbox = await startSandbox({ seedRuns: false, generation, clock: () => now });
    staticData = {};
  });
  afterEach(() => jest.restoreAllMocks());

  test.each([1, 5])(
    'of %i jobs read the schema once, and again if it is refused',
    async (count) => {
      const ids = Array.from({ length: count }, (_, n) =>
        addJob({ outcome: 'FAILED' }, `Job ${n}`),
      );
      for (const parameters of [{}, { ids }]) {
        staticData = {};
        await pollLater(parameters);
        for (let n = 0; n < 3; n++) {
          await pollLater(parameters);
          expect(asked().__schema).toBeUndefined();
        }
        const { runs } = staticData as { runs: { form: IDataObject } };
        runs.form.select = String(runs.form.select).replace('endTime', 'ended');
        ids.forEach(run);
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
    now += 86_400_000;
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
  now += 3_600_000;
  const whole = await poll({ ...first.staticData }, parameters);
  const simple = await poll({ ...first.staticData }, { ...parameters, simplify: true });
  expect(whole.json?.length).toBeGreaterThan(0);
  expect(simple.json).toHaveLength(whole.json?.length ?? 0);
  simple.json?.forEach((event, index) => {
    expect(whole.json?.[index]).toMatchObject(event);
    expect(event).toHaveProperty('url');
    expect(Object.keys(event)).not.toContain('resources');
    expect(Object.keys(event).length).toBeLessThan(16);
  });
});
