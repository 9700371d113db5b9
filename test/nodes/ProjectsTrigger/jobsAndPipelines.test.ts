import { pipelineOf } from '../../operations/onSandbox';
import { HOUR_MS, MINUTE_MS, watchedSandbox } from './support';

const START = Date.parse('2026-11-23T10:00:00Z');
const defaults = { events: ['runFailed'], ids: [] };
const { clock, sandbox, poll, addJob, run } = watchedSandbox(defaults, () => START);

/** Adds a pipeline whose job takes this many seconds, and fails. */
const addPipeline = (seconds: number) =>
  pipelineOf(sandbox, addJob({ outcome: 'FAILED', durationSeconds: seconds }, { name: 'Part' }));
const start = (pipelineId: string) => sandbox.store.pipelines.start(pipelineId)?.id;
const failAll = (jobIds: string[], pipelineIds: string[]) => {
  const ids = [...jobIds.map(run), ...pipelineIds.map(start)];
  clock.now += HOUR_MS;
  return ids;
};
const addFailing = (seconds: number) => addJob({ outcome: 'FAILED', durationSeconds: seconds });

test('events of jobs and pipelines come in the order of their times, and each once', async () => {
  const jobs = [addFailing(10), addFailing(300)];
  const pipeline = addPipeline(60);
  const { staticData } = await poll({});
  const [first, last, whole] = failAll(jobs, [pipeline]);
  const second = await poll(staticData);
  // The job of the pipeline fails, and so the pipeline: two events.
  const part = expect.objectContaining({ jobName: 'Part', pipelineInstanceId: whole });
  expect(second.json).toEqual([
    expect.objectContaining({ runId: first, pipelineInstanceId: null }),
    part,
    expect.objectContaining({ runId: whole, pipelineId: pipeline }),
    expect.objectContaining({ runId: last }),
  ]);
  expect((await poll(second.staticData)).items).toBeUndefined();
});

test.each(['jobs', 'project'])('a poll that cannot read %s loses nothing', async (operation) => {
  const [job, pipeline] = [addFailing(10), addPipeline(60)];
  const { staticData } = await poll({});
  failAll([job], [pipeline]);
  const before = structuredClone(staticData);
  const errors = [{ message: 'Out of order', path: [operation] }];
  sandbox.accidents.add({ kind: 'errors', operation, errors, times: 9 });
  await expect(poll(staticData)).rejects.toThrow('Out of order');
  expect(staticData).toEqual(before);
  sandbox.accidents.clear();
  const { json } = await poll(staticData);
  expect(json.map(({ jobName, pipelineName }) => jobName ?? pipelineName)).toHaveLength(3);
});

test('pipelines that are added begin then, and jobs lose nothing', async () => {
  const [job, pipeline] = [addFailing(10), addPipeline(60)];
  const ids = [`job:${job}`];
  const first = await poll({}, { ids });
  const [run1] = failAll([job], [pipeline]);
  const both = { ids: [...ids, 'pipelines'] };
  const second = await poll(first.staticData, both);
  expect(second.json.map(({ runId }) => runId)).toEqual([run1]);
  const [, whole] = failAll([], [pipeline]).concat(failAll([], [pipeline]));
  const third = await poll(second.staticData, both);
  expect(third.json).toHaveLength(2);
  expect(third.json.at(-1)).toMatchObject({ runId: whole });
});

test('all pipelines and one job: no event of another job', async () => {
  const [job, other, pipeline] = [addFailing(10), addFailing(10), addPipeline(60)];
  const parameters = { ids: ['pipelines', `job:${job}`] };
  const { staticData } = await poll({}, parameters);
  const [mine, , whole] = failAll([job, other], [pipeline]);
  const { json } = await poll(staticData, parameters);
  expect(json.map(({ runId }) => runId)).toEqual([mine, whole]);
});

test('deadlines of both: what is late, and the first success after it', async () => {
  const parameters = { events: ['scheduleMissed', 'recovered'], gracePeriodMinutes: 15 };
  const job = addJob({ outcome: 'FAILED' });
  const pipeline = pipelineOf(sandbox, job);
  const first = await poll({}, parameters);
  failAll([], [pipeline]);
  const second = await poll(first.staticData, parameters);
  sandbox.store.setScript(job, { outcome: 'SUCCEEDED' });
  start(pipeline);
  clock.now += HOUR_MS;
  const { json } = await poll(second.staticData, parameters);
  expect(json.filter(({ event }) => event === 'recovered')).toMatchObject([
    { jobId: job, failures: 1 },
    { pipelineId: pipeline, failures: 1 },
  ]);
});

test('"Fetch Test Event" returns the newest of either kind, and an example only without one', async () => {
  const manual = async (events: string[]) =>
    (await poll({}, { events }, { mode: 'manual' })).json.map(({ event, jobId, pipelineId }) => [
      event,
      jobId ?? pipelineId,
    ]);
  const [job, pipeline] = [addFailing(10), pipelineOf(sandbox, addJob())];
  failAll([job], []);
  failAll([], [pipeline]);
  expect(await manual(['runFailed', 'scheduleMissed'])).toEqual([['runFailed', job]]);
  expect(await manual(['scheduleMissed'])).toEqual([['scheduleMissed', pipeline]]);
  expect(await manual(['runFailed', 'runSucceeded'])).toEqual([['runSucceeded', pipeline]]);
  failAll([job], []);
  expect(await manual(['runFailed', 'runSucceeded'])).toEqual([['runFailed', job]]);
  expect(await manual(['scheduleMissed'])).toEqual([['scheduleMissed', job]]);
});

test('if the platform is down when pipelines are added, events of both since then are returned', async () => {
  const [job, pipeline] = [addFailing(10), addPipeline(60)];
  const first = await poll({}, { ids: ['jobs'] });
  // No poll has seen the second job.
  const [early, ofNew] = failAll([job, addFailing(10)], [pipeline]);
  sandbox.accidents.add({ kind: 'status', operation: 'jobs', status: 502, times: 8 });
  const published = await poll(first.staticData, {}, { isActivation: true });
  expect(published.warnings).toEqual([expect.stringContaining('the first poll failed')]);
  sandbox.accidents.clear();
  clock.now += MINUTE_MS;
  const whole = start(pipeline);
  clock.now += HOUR_MS;
  const { json } = await poll(published.staticData, {});
  const ofRun = (id?: string) => json.filter(({ runId }) => runId === id);
  expect([early, ofNew, whole].map((id) => ofRun(id).length)).toEqual([1, 1, 1]);
  expect(json.filter(({ pipelineId }) => pipelineId === pipeline)).toHaveLength(1);
});

describe.each([
  ['pipelines', 'project', 'jobs', 'All Jobs'],
  ['jobs', 'jobs', 'pipelines', 'All Pipelines'],
])('a login that may not read %s', (refused, operation, others, choice) => {
  const errors = [
    { message: 'Access is denied', path: [operation], extensions: { code: 'FORBIDDEN' } },
  ];
  const refuse = () =>
    sandbox.accidents.add({ kind: 'errors', operation, errors, data: null, times: 99 });
  const expected = {
    message: expect.stringMatching(`^The ${refused} cannot be read: .*Access is denied`),
    description: expect.stringMatching(
      `^To watch only ${others}, choose only "${choice}" in "Job and Pipeline Names or IDs"`,
    ),
    failure: { cause: 'configuration-invalid' },
  };

  test('cannot publish the workflow, and learns which choice works', async () => {
    refuse();
    await expect(poll({})).rejects.toMatchObject(expected);
    await expect(poll({}, {}, { mode: 'manual' })).rejects.toMatchObject(expected);
    expect((await poll({}, { ids: [others] })).items).toBeUndefined();
  });

  test('learns it at a later poll, and loses no event', async () => {
    const [job, pipeline] = [addFailing(10), addPipeline(60)];
    const { staticData } = await poll({});
    const [ofJob, ofPipeline] = failAll([job], [pipeline]);
    refuse();
    await expect(poll(staticData)).rejects.toMatchObject(expected);
    const { json } = await poll(staticData, { ids: [others] });
    const runIds = json.map(({ runId }) => runId);
    expect(runIds).toContain(others === 'jobs' ? ofJob : ofPipeline);
  });

  test('and chose some of the others is told to remove these', async () => {
    const id = others === 'jobs' ? `job:${addFailing(10)}` : `pipeline:${addPipeline(60)}`;
    refuse();
    const description = expect.stringContaining(`remove the ${refused} in`);
    await expect(poll({}, { ids: [id, refused] })).rejects.toMatchObject({ description });
  });
});
