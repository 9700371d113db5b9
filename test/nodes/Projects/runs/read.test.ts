import { JOB_IDS, PIPELINE_IDS, startSandbox } from '../../../../sandbox';
import { runNode } from '../../../../harness/engine/runWorkflow';
import { ownSandbox as sandbox, testBeside } from '../../../support/ownSandbox';

const test = testBeside({ seedRuns: false });

const read = (parameters: object) =>
  runNode({ parameters: parameters as never }, { dataPlatformApi: sandbox().credentials });
const jobRun = (operation: string, more: object) =>
  read({ resource: 'jobRun', operation, ...more });
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** A job whose runs ended long ago. */
function jobWithRuns(count: number, script: object = {}) {
  const { id } = sandbox().store.addJob({ name: 'Job', script });
  const start = Date.now() - 86_400_000;
  const runs = Array.from(
    { length: count },
    (_, n) => sandbox().store.startRun(id, { requestedAt: start + n * 1_000 })?.id ?? '',
  );
  return { id, runs };
}

test('the runs of a job come newest first, page by page', async () => {
  const { id, runs } = jobWithRuns(230);
  const all = await jobRun('getAll', { jobId: byId(id), returnAll: true });
  expect(all.json.map((run) => run.id)).toEqual([...runs].reverse());
  expect(all.json[0]).toMatchObject({ status: 'SUCCEEDED', jobId: id, number: 230 });
  expect(all.json[0]).not.toHaveProperty('history');

  const some = await jobRun('getAll', { jobId: byId(id), limit: 3 });
  expect(some.json.map(({ number }) => number)).toEqual([230, 229, 228]);
});

test('a run is reported with its times and what it is a run of', async () => {
  const { id, runs } = jobWithRuns(1, { outcome: 'FAILED', outcomeDetails: 'Exit code 1' });
  const { json } = await jobRun('get', { runId: runs[0] });
  expect(json[0]).toMatchObject({
    id: runs[0],
    status: 'FAILED',
    statusDetails: 'Exit code 1',
    jobId: id,
    version: { number: 1 },
    durationSeconds: 5,
  });
});

test('many items share the requests for their runs, and one that is not there leaves the others alone', async () => {
  const { runs } = jobWithRuns(300);
  const ids = runs.with(7, '00000000-0000-4000-8000-00000000dead');
  const { json } = await runNode(
    {
      parameters: { resource: 'jobRun', operation: 'get', runId: '={{ $json.runId }}' },
      settings: { onError: 'continueRegularOutput' },
    },
    { dataPlatformApi: sandbox().credentials },
    ids.map((runId) => ({ runId })),
  );
  expect(json.map(({ id }) => id)).toEqual(runs.with(7, undefined as never));
  expect(json[7]?.error).toMatch(/The run .* does not exist/);
  expect(sandbox().stats.byOperation.jobInstance).toBeLessThanOrEqual(300 / 10);
});

test.each([
  ['an unknown run', '00000000-0000-4000-8000-00000000dead', /The run .* does not exist/],
  ['what can be no ID', 'run 7', /"run 7" is not (a valid ID of a run|a UUID)/],
  ['nothing', ' ', /No run is selected/],
])('%s is refused in words', async (_name, runId, message) => {
  for (const operation of ['get', 'stop', 'wait', 'getLogs']) {
    const { error } = await jobRun(operation, { runId });
    expect(error?.message).toMatch(message);
  }
});

describe('logs', () => {
  const logLines = Array.from({ length: 2_500 }, (_, n) => ({
    stream: n % 5 === 0 ? 'STDERR' : 'STDOUT',
    value: `line ${n}`,
  }));

  test('come whole, in order, from every stream', async () => {
    const { runs } = jobWithRuns(1, { logLines });
    const { json } = await jobRun('getLogs', { runId: runs[0], lines: 'all' });
    expect(json.map(({ value }) => value)).toEqual(logLines.map(({ value }) => value));
    expect(json[5]).toEqual({
      index: 5,
      value: 'line 5',
      stream: 'STDERR',
      isCut: false,
      runId: runs[0],
    });
    expect(sandbox().stats.byOperation.filteredLogs).toBe(3);
  });

  test('come from the chosen streams up to the limit', async () => {
    const { runs } = jobWithRuns(1, { logLines });
    const parameters = { runId: runs[0], streams: ['STDERR'], limit: 2 };
    const { json } = await jobRun('getLogs', { ...parameters, lines: 'first' });
    expect(json.map(({ value }) => value)).toEqual(['line 0', 'line 5']);
    const last = await jobRun('getLogs', parameters);
    expect(last.json.map(({ value }) => value)).toEqual(['line 2490', 'line 2495']);
  });
});

test('a run is stopped', async () => {
  const { id } = sandbox().store.addJob({ name: 'Job', script: { durationSeconds: null } });
  const run = sandbox().store.startRun(id);
  const { json } = await jobRun('stop', { runId: run?.id });
  expect(json[0]).toMatchObject({ id: run?.id, status: 'KILLING', jobId: id });
});

describe('pipelines', () => {
  const pipelineId = PIPELINE_IDS.dailySales;

  const test = testBeside(async () => {
    const started = await startSandbox({ seedRuns: false });
    for (const jobId of Object.values(JOB_IDS)) {
      started.store.setScript(jobId, { queueSeconds: 0, durationSeconds: 1 });
    }
    return started;
  });

  test('are run and waited for, with the runs of their jobs', async () => {
    const { json, error } = await read({
      resource: 'pipeline',
      operation: 'runAndWait',
      pipelineId: byId(pipelineId),
      options: { pollInterval: 1, timeout: 20, onFailure: 'output' },
    });
    expect(error).toBeUndefined();
    expect(json[0]).toMatchObject({
      pipelineId,
      durationSeconds: expect.any(Number),
      jobsInstance: expect.arrayContaining([
        expect.objectContaining({ jobId: expect.any(String) }),
      ]),
    });
  });

  test('have runs that are listed, reported, stopped', async () => {
    const started = await read({
      resource: 'pipeline',
      operation: 'run',
      pipelineId: byId(pipelineId),
    });
    const runId = started.json[0]?.id;
    expect(started.json).toEqual([
      { id: runId, status: expect.any(String), succeeded: null, pipelineId, url: null },
    ]);
    const run = (operation: string) => read({ resource: 'pipelineRun', operation, runId });
    expect((await run('get')).json[0]).toMatchObject({ id: runId, pipelineId });
    expect((await run('stop')).json[0]).toMatchObject({ id: runId, pipelineId });
    const all = await read({
      resource: 'pipelineRun',
      operation: 'getAll',
      pipelineId: byId(pipelineId),
      returnAll: true,
    });
    expect(all.json).toEqual([expect.objectContaining({ id: runId, pipelineId })]);
  });
});
