import { setTimeout as pause } from 'node:timers/promises';
import { infoLinesOf } from '../../../../../harness/engine/infoLines';
import { runNode, startNode } from '../../../../../harness/engine/runWorkflow';
import { mostAtOnce } from './runsAtOnce';
import { ownSandbox as sandbox, testBeside } from '../../../../support/ownSandbox';

/** The options "Concurrency" and "Stop After Failures". */

const test = testBeside({ seedRuns: false });

const credentials = () => ({ dataPlatformApi: sandbox().credentials });
const oneByOne = { concurrency: 'oneByOne' };
const atMost = (maxConcurrentRuns: number) => ({ concurrency: 'atMost', maxConcurrentRuns });
const continues = { onError: 'continueErrorOutput' as const };
const node = (options: object = {}, settings: object = {}) => ({
  parameters: {
    resource: 'job',
    operation: 'runAndWait',
    jobId: { __rl: true, mode: 'id', value: '={{ $json.jobId }}' },
    options: { pollInterval: 1, ...options } as never,
  },
  settings,
});
const addJob = (script: object = {}) =>
  sandbox().store.addJob({
    name: 'Job',
    script: { queueSeconds: 0, durationSeconds: 0.2, ...script },
  }).id;
const addJobs = (count: number, scriptOf: (n: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, n) => addJob(scriptOf(n)));
const failing = { outcome: 'FAILED' };
const itemsOf = (jobs: string[]) => jobs.map((jobId) => ({ jobId }));
const runsOf = (job: string) => sandbox().store.runsOfJob(job);
const sends = () => sandbox().stats.byOperation.runJob ?? 0;
const startTimes = (jobs: string[]) => jobs.map((job) => runsOf(job)[0]?.requestedAt ?? Infinity);

describe.each(['early', 'middle', 'recent'] as const)('generation %s', (generation) => {
  const test = testBeside({ seedRuns: false, generation });

  test.each([
    ['job', 1],
    ['job', 4],
    ['pipeline', 3],
  ])(
    'one by one, %s: of %d items, each waits for the one before',
    async (resource, count) => {
      const [job = ''] = addJobs(1);
      const jobNode = { id: job, jobId: job, position: null, nextNodes: [] };
      const pipeline = sandbox().store.pipelines.add({
        name: 'Nightly',
        projectId: sandbox().store.job(job)?.projectId ?? '',
        graph: { jobNodes: [jobNode], conditionNodes: [] },
      });
      const { parameters, settings } = node({ ...oneByOne, timeout: 60 });
      const ofKind = {
        ...parameters,
        resource,
        pipelineId: { __rl: true, mode: 'id', value: pipeline.id },
      };
      const { json, error } = await runNode(
        { parameters: ofKind, settings },
        credentials(),
        itemsOf(Array<string>(count).fill(job)),
      );
      expect(error).toBeUndefined();
      expect(json.map(({ succeeded }) => succeeded)).toEqual(Array(count).fill(true));
      expect(json.map(({ number }) => number)).toEqual(
        Array.from({ length: count }, (_, n) => n + 1),
      );
      expect(mostAtOnce(runsOf(job))).toBeLessThanOrEqual(1);
      const times = json.map(({ startedAt, endedAt }) => [startedAt, endedAt].map(String)).flat();
      expect(times).toEqual([...times].sort());
    },
    60_000,
  );
});

test('at most 20 of 100 runs are under way, in the order of the items', async () => {
  const jobs = addJobs(100, (n) => ({ durationSeconds: 1 + ((n * 7) % 3) }));
  const { json, error } = await runNode(node(atMost(20)), credentials(), itemsOf(jobs));
  expect(error).toBeUndefined();
  expect(json.map(({ jobId }) => jobId)).toEqual(jobs);
  expect(mostAtOnce(jobs.flatMap(runsOf))).toBe(20);
  // Those in the same 20 may arrive in any order.
  const times = startTimes(jobs);
  expect(times.slice(20).filter((time, n) => time < (times[n] ?? 0))).toEqual([]);
  expect(sends()).toBe(100);
  // As without a limit, the runs of all jobs are read together, and then their names.
  expect(sandbox().stats.byOperation.job).toBe(2);
}, 60_000);

test('all at once asks for nothing more, and counts no failures', async () => {
  const jobs = addJobs(100, (n) => (n % 2 ? failing : {}));
  const { outputs } = await runNode(node({}, continues), credentials(), itemsOf(jobs));
  expect(outputs.map((items) => items.length)).toEqual([50, 50]);
  expect(sends()).toBe(100);
  expect(sandbox().stats.byOperation.job).toBe(2);
});

test('the log says how many runs are not started yet', async () => {
  const lines = await infoLinesOf(
    async () =>
      await runNode(
        node(oneByOne),
        credentials(),
        itemsOf(addJobs(3, () => ({ durationSeconds: 1.5 }))),
      ),
  );
  expect(lines).toContain('Node: waiting for 3 runs (1 RUNNING, 2 not started)');
  expect(lines.filter((line) => line.includes('every run has ended'))).toHaveLength(1);
});

describe('a failure', () => {
  test('without a limit of failures, the node goes on where it continues on fail', async () => {
    const jobs = addJobs(3, (n) => (n === 0 ? failing : {}));
    const { outputs } = await runNode(node(oneByOne, continues), credentials(), itemsOf(jobs));
    expect(outputs.map((items) => items.map(({ json }) => json.jobId))).toEqual([
      [jobs[1], jobs[2]],
      [jobs[0]],
    ]);
  });

  test('stops a node that stops on error; its error says what was not started', async () => {
    const jobs = addJobs(5, (n) => (n === 1 ? failing : {}));
    const { error } = await runNode(node(oneByOne), credentials(), itemsOf(jobs));
    expect(error?.message).toContain('(run 1)');
    expect(error).toMatchObject({ errorCode: 'RUN_FAILED', context: { itemIndex: 1 } });
    expect(error?.description).toContain('Item 1 failed. Items that were not started: 3');
    expect(jobs.map((job) => runsOf(job).length)).toEqual([1, 1, 0, 0, 0]);
  });

  test('lets those that are under way end', async () => {
    const jobs = addJobs(6, (n) => (n === 0 ? failing : { durationSeconds: 2 }));
    const { error } = await runNode(node(atMost(3)), credentials(), itemsOf(jobs));
    expect(error).toMatchObject({ errorCode: 'RUN_FAILED', context: { itemIndex: 0 } });
    expect(error?.description).toContain('Item 0 failed. Items that were not started: 3');
    for (const job of jobs.slice(1, 3)) expect(error?.description).toContain(runsOf(job)[0]?.id);
    expect(jobs.map((job) => runsOf(job).length)).toEqual([1, 1, 1, 0, 0, 0]);
  });

  test.each([
    ['one by one', oneByOne, 'error', [0, 1]],
    ['with a failed run as output', oneByOne, 'output', [0, 1]],
    ['at most 2', atMost(2), 'error', [0, 1]],
  ])('the second one is the last, %s', async (_name, order, onFailure, failed) => {
    const jobs = addJobs(6, (n) => (n < 2 ? failing : {}));
    const { outputs } = await runNode(
      node({ ...order, onFailure, stopAfterFailures: 2 }, continues),
      credentials(),
      itemsOf(jobs),
    );
    const items = outputs.flat().map(({ json }) => json);
    expect(items.map(({ jobId }) => jobId)).toEqual(jobs);
    expect(
      items.slice(2).map(({ errorCode, mayHaveHappened }) => [errorCode, mayHaveHappened]),
    ).toEqual(Array(4).fill(['NOT_STARTED', false]));
    expect(items[5]?.error).toBe(
      `Job ${jobs[5]} was not started, because other items failed: ${failed.join(', ')}`,
    );
    expect(sends()).toBe(2);
  });

  test('is one of a start, too, and one that all items share is stopped by', async () => {
    const jobs = addJobs(200);
    sandbox().accidents.add({ kind: 'status', status: 409, operation: 'runJob', times: 200 });
    const { outputs } = await runNode(
      node({ stopAfterFailures: 3 }, continues),
      credentials(),
      itemsOf(jobs),
    );
    const codes = (outputs[1] ?? []).map(({ json }) => json.errorCode);
    expect(codes).toHaveLength(200);
    // All at once are 50 starts at a time.
    expect(sends()).toBeLessThanOrEqual(60);
    expect(codes.filter((code) => code !== 'NOT_STARTED')).toHaveLength(sends());
  });

  test('as output, it is followed by the error of the first item that was not started', async () => {
    const jobs = addJobs(4, () => failing);
    const { error } = await runNode(
      node({ ...oneByOne, onFailure: 'output', stopAfterFailures: 2 }),
      credentials(),
      itemsOf(jobs),
    );
    expect(error?.message).toBe(`Job ${jobs[2]} was not started, because other items failed: 0, 1`);
    expect(error).toMatchObject({ errorCode: 'NOT_STARTED', context: { itemIndex: 2 } });
    expect(error?.description).toContain('\nItems that were not started: 2');
  });

  test('of an item whose values cannot be used is none of a run', async () => {
    const [job = ''] = addJobs(1);
    const { outputs } = await runNode(
      node({ ...oneByOne, stopAfterFailures: 1 }, continues),
      credentials(),
      itemsOf([job, 'no ID', job]),
    );
    expect(outputs.map((items) => items.length)).toEqual([2, 1]);
  });
});

describe('a run that may not have ended keeps its place', () => {
  test.each(['error', 'output'])('after a timeout, On Timeout %s', async (onTimeout) => {
    const jobs = addJobs(3, (n) => (n === 0 ? { durationSeconds: null } : {}));
    const { outputs } = await runNode(
      node({ ...oneByOne, timeout: 1, onTimeout }, continues),
      credentials(),
      itemsOf(jobs),
    );
    const last = outputs[1]?.at(-1)?.json;
    expect(last?.error).toBe(
      `Job ${jobs[2]} was not started, because runs of other items may not have ended: 0`,
    );
    expect(last?.errorDescription).toContain('set "On Timeout" to "Stop the Run"');
    expect(sends()).toBe(1);
  });

  test('not if it was stopped', async () => {
    const jobs = addJobs(3, (n) => ({ durationSeconds: n === 0 ? null : 0.2, killSeconds: 0.5 }));
    const { outputs } = await runNode(
      node({ ...oneByOne, timeout: 1, onTimeout: 'stop' }, continues),
      credentials(),
      itemsOf(jobs),
    );
    expect(outputs.map((items) => items.length)).toEqual([2, 1]);
    expect(mostAtOnce(jobs.flatMap(runsOf))).toBe(1);
  });

  test('the others go on in the places that are left', async () => {
    const jobs = addJobs(6, (n) => (n === 0 ? { durationSeconds: null } : {}));
    const { outputs } = await runNode(
      node({ ...atMost(2), timeout: 2 }, continues),
      credentials(),
      itemsOf(jobs),
    );
    expect(outputs.map((items) => items.length)).toEqual([5, 1]);
    expect(mostAtOnce(jobs.flatMap(runsOf))).toBe(2);
  });
});

// By itself, for the time that it takes.
describe('a cancel', () => {
  test.each([
    ['one by one', oneByOne, 1],
    ['at most 3', atMost(3), 3],
  ])('half-way starts nothing more and ends at once, %s', async (_name, order, started) => {
    const jobs = addJobs(100, (n) => ({ durationSeconds: n === 0 ? 0.2 : null, killSeconds: 0 }));
    const { result, cancel } = await startNode(
      node({ ...order, stopOnCancel: true }, continues),
      credentials(),
      itemsOf(jobs),
    );
    while (sends() < started + 1) await pause(20);
    const cancelledAt = Date.now();
    cancel();
    await result;
    expect(Date.now() - cancelledAt).toBeLessThan(1_000);
    await pause(1_500);
    expect(sends()).toBe(started + 1);
    const ends = jobs.slice(1, started + 1).map((job) => runsOf(job)[0]?.stoppedAt);
    expect(ends).not.toContain(null);
  });
});
