import { setTimeout as pause } from 'node:timers/promises';
import { nodeAsTool } from '../../../../harness/engine/callTool';
import { runNode, startNode } from '../../../../harness/engine/runWorkflow';
import { ownSandbox as sandbox, testBeside } from '../../../support/ownSandbox';

beforeAll(() => {
  process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = '1';
});
afterAll(() => {
  delete process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS;
});

const test = testBeside({ seedRuns: false });

const credentials = () => ({ dataPlatformApi: sandbox().credentials });
const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };
const jobId = { __rl: true, mode: 'id', value: '={{ $json.jobId }}' };
const runAndWait = (options: object = {}) => ({
  parameters: {
    resource: 'job',
    operation: 'runAndWait',
    jobId,
    options: { pollInterval: 1, timeout: 25, ...options },
  },
  settings,
});
const addJob = (script: object) =>
  sandbox().store.addJob({
    name: 'Job',
    script: { queueSeconds: 0, durationSeconds: 1, ...script },
  }).id;
const runsOf = (job: string) => sandbox().store.runsOfJob(job);

test('a wait that failed goes on with the run that the first try started', async () => {
  const job = addJob({ durationSeconds: 4 });
  const { json, error } = await runNode(runAndWait({ timeout: 2 }), credentials(), [
    { jobId: job },
  ]);
  expect(error).toBeUndefined();
  expect(json).toEqual([expect.objectContaining({ id: runsOf(job)[0]?.id, status: 'SUCCEEDED' })]);
  expect(runsOf(job)).toHaveLength(1);
});

test('a run that failed is what Retry On Fail is for: the next try starts a new one', async () => {
  const job = addJob({ outcome: ['FAILED', 'SUCCEEDED'] });
  const { json, error } = await runNode(runAndWait(), credentials(), [{ jobId: job }]);
  expect(error).toBeUndefined();
  expect(json[0]).toMatchObject({ status: 'SUCCEEDED', number: 2 });
  expect(runsOf(job)).toHaveLength(2);
});

test('of several items only the one whose run failed gets a new run', async () => {
  const good = addJob({});
  const bad = addJob({ outcome: ['FAILED', 'SUCCEEDED'] });
  const items = [{ jobId: good }, { jobId: bad }];
  const { json, error } = await runNode(runAndWait(), credentials(), items);
  expect(error).toBeUndefined();
  expect(json.map(({ status }) => status)).toEqual(['SUCCEEDED', 'SUCCEEDED']);
  expect([runsOf(good).length, runsOf(bad).length]).toEqual([1, 2]);
});

test.each([1, 50])(
  'of %d items, a run that began after the failed try is adopted, not started again',
  async (count) => {
    const jobs = Array.from({ length: count }, () => addJob({ durationSeconds: 30 }));
    sandbox().accidents.add({ kind: 'status', status: 504, operation: 'runJob', times: count });
    const parameters = { resource: 'job', operation: 'run', jobId };
    const { result } = await startNode(
      { parameters, settings: { ...settings, maxTries: 2, waitBetweenTries: 3_000 } },
      credentials(),
      jobs.map((job) => ({ jobId: job })),
    );
    const sends = () => sandbox().stats.byOperation.runJob ?? 0;
    while (sends() < count) await pause(10);
    // Behind the window of the first try.
    await pause(2_500);
    const late = jobs.map((job) => sandbox().store.startRun(job)?.id);
    const { json, error } = await result;
    expect(error).toBeUndefined();
    expect(json.map(({ id }) => id)).toEqual(late);
    expect(sends()).toBe(count);
  },
);

describe('as the tool of an agent', () => {
  const fromAgent = { ...jobId, value: "={{ $fromAI('jobId') }}" };
  const started = async (parameters: object) =>
    await nodeAsTool(
      { parameters: { ...parameters, jobId: fromAgent } as never, settings },
      credentials(),
    );

  test('a call that is tried again goes on with its run; another call starts another', async () => {
    const job = addJob({ durationSeconds: 3 });
    const tool = await started(runAndWait({ timeout: 2 }).parameters);
    expect(JSON.parse(await tool({ jobId: job }))).toMatchObject([{ status: 'SUCCEEDED' }]);
    expect(runsOf(job)).toHaveLength(1);
    await tool({ jobId: job });
    expect(runsOf(job)).toHaveLength(2);
  });

  test('a change whose response was lost is not made again by the next try, and once by each call', async () => {
    const job = addJob({});
    sandbox().accidents.add({ kind: 'resetAfter', operation: 'duplicateJob' });
    const tool = await started({ resource: 'job', operation: 'duplicate', jobId });
    const copies = () => sandbox().stats.byOperation.duplicateJob;
    await expect(tool({ jobId: job })).rejects.toThrow('It is not known whether');
    expect(copies()).toBe(1);
    await tool({ jobId: job });
    expect(copies()).toBe(2);
  });
});
