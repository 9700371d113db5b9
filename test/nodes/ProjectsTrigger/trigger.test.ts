import type { IDataObject } from 'n8n-workflow';
import { JOB_IDS, PIPELINE_IDS, PROJECT_IDS, startSandbox, type Sandbox } from '../../../sandbox';
import { loadOptions } from '../../../harness/engine/loadOptions';
import { pollNode, type PollQuestion } from '../../../harness/engine/poll';

let now: number;
let sandbox: Sandbox;
beforeEach(async () => {
  now = Date.now();
  sandbox = await startSandbox({ seedRuns: false, clock: () => now });
});
afterEach(() => sandbox.close());

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const poll = (staticData: IDataObject, parameters: object = {}, more: Partial<PollQuestion> = {}) =>
  pollNode({
    type: 'n8n-nodes-data-platform.dataPlatformProjectsTrigger',
    parameters: {
      resource: 'job',
      projectId: byId(PROJECT_IDS.retail),
      events: ['runStarted', 'runSucceeded', 'runFailed', 'runStopped'],
      ...parameters,
    },
    credentials: { dataPlatformApi: sandbox.credentials },
    staticData,
    ...more,
  });

const addJob = (script: object = {}, name = 'Watched') =>
  sandbox.store.addJob({
    projectId: PROJECT_IDS.retail,
    name,
    script: { queueSeconds: 0, durationSeconds: 5, ...script },
  }).id;

const run = (jobId: string) => sandbox.store.startRun(jobId)?.id;

test('1,000 jobs are one request a poll, two at most', async () => {
  const jobs = Array.from({ length: 1_000 }, (_, n) => addJob({}, `Job ${n}`));
  const first = await poll({});
  jobs.forEach(run);
  now += 60_000;
  sandbox.stats.reset();
  const second = await poll(first.staticData);
  expect(second.json).toHaveLength(2_000);
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
  expect(sandbox.stats.requests).toBe(2);
  expect((await poll(second.staticData, all)).items).toBeUndefined();
});

test('pipelines of all projects', async () => {
  const watchAll = { projectId: byId(''), resource: 'pipeline' };
  const first = await poll({}, watchAll);
  const ids = [PIPELINE_IDS.dailySales, PIPELINE_IDS.energyForecast];
  for (const id of ids) sandbox.store.pipelines.start(id);
  now += 60_000;
  const second = await poll(first.staticData, { ...watchAll, events: ['runStarted'] });
  expect(second.json?.map(({ pipelineId }) => pipelineId).sort()).toEqual([...ids].sort());
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

test('an event tells the run, the job and the times', async () => {
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
      name: 'Watched',
      status: 'FAILED',
      statusDetails: 'Exit code 1',
      statusReason: 'GENERIC_ERROR',
      trigger: 'MANUAL_JOB',
      startedBy: 'demo',
      number: 1,
      startTime: expect.any(String),
      recordedAt: expect.any(String),
      endTime: expect.any(String),
      durationSeconds: 5,
    },
  ]);
});

test('many runs of one job between two polls all come, in order', async () => {
  const jobId = addJob();
  const { staticData } = await poll({});
  for (let n = 0; n < 250; n++) {
    run(jobId);
    now += 10_000;
  }
  const { json } = await poll(staticData, { events: ['runSucceeded'] });
  expect(json.map(({ number }) => number)).toEqual(Array.from({ length: 250 }, (_, n) => n + 1));
});

test('a run that goes on while many newer ones come and go is not forgotten', async () => {
  const jobId = addJob({ durationSeconds: null, killSeconds: 0 });
  let { staticData } = await poll({});
  const long = run(jobId);
  now += 60_000;
  ({ staticData } = await poll(staticData));
  sandbox.store.setScript(jobId, { durationSeconds: 1 });
  for (let n = 0; n < 40; n++) run(jobId);
  now += 60_000;
  ({ staticData } = await poll(staticData));
  now += 5 * 86_400_000;
  sandbox.store.stopRun(long ?? '');
  now += 1_000;
  const { json } = await poll(staticData);
  expect(json).toEqual([expect.objectContaining({ event: 'runStopped', id: long })]);
});

test('jobs that come later and jobs that go are no trouble', async () => {
  const gone = addJob();
  run(gone);
  let { staticData } = await poll({});
  const late = addJob();
  run(late);
  sandbox.store.deleteJob(gone);
  now += 60_000;
  const { json, ...after } = await poll(staticData);
  ({ staticData } = after);
  expect(json.map(({ event, jobId }) => [event, jobId])).toEqual([
    ['runStarted', late],
    ['runSucceeded', late],
  ]);
  expect(JSON.stringify(staticData)).not.toContain(gone);
});

test('of a job that comes later, with runs that it had before, only the new ones are told', async () => {
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
      message: 'No such event has happened yet',
      description: expect.stringContaining('runFailed'),
    });
  });
});

describe('what cannot be watched is refused in words', () => {
  test.each([
    ['no event', { events: [] }, 'No event is chosen'],
    [
      'an expression without a project',
      { projectId: byId('={{ undefined }}') },
      'No project is chosen',
    ],
    ['no ID of a job', { ids: ['seven'] }, '"seven" is not the ID of a job'],
  ])('%s', async (_name, parameters, message) => {
    await expect(poll({}, parameters)).rejects.toMatchObject({ message });
  });
});

test('a state that cannot be read begins anew', async () => {
  const jobId = addJob();
  run(jobId);
  now += 60_000;
  const { items } = await poll({ runs: { of: 'another version' } });
  expect(items).toBeUndefined();
});

test('a seeded job of another project is not watched', async () => {
  const { staticData } = await poll({});
  run(JOB_IDS.vehicleStream);
  now += 600_000;
  const { items } = await poll(staticData);
  expect(items).toBeUndefined();
});
