import { setTimeout as pause } from 'node:timers/promises';
import { infoLinesOf } from '../../../../support/engine/infoLines';
import { pipelineOf } from '../../../../operations/onSandbox';
import { ownSandbox as sandbox, testBeside } from '../../../../support/ownSandbox';
import { byId } from '../../support';
import { CONTINUES, jobNode, jobRunsOn, mostAtOnce } from '../jobRuns';

/** The options "Concurrency" and "Stop After Failures". */

const test = testBeside({ seedRuns: false });
const { addJob, addJobs, runsOf, sends, failStart, run, start } = jobRunsOn(sandbox);

const oneByOne = { concurrency: 'oneByOne' };
const atMost = (maxConcurrentRuns: number) => ({ concurrency: 'atMost', maxConcurrentRuns });
const node = (options: object = {}, settings: object = {}) =>
  jobNode('runAndWait', options, settings);
const failing = { outcome: 'FAILED' };
const ENDLESS = { durationSeconds: null };

describe.each([
  ['job', 'recent'],
  ['pipeline', 'early'],
] as const)('one by one, each %s waits for the one before', (resource, generation) => {
  const test = testBeside({ seedRuns: false, generation });

  test(`on a platform that is ${generation}`, async () => {
    const job = addJob();
    const { parameters, settings } = node(oneByOne);
    const pipelineId = byId(pipelineOf(sandbox(), job));
    const ofKind = { ...parameters, resource, pipelineId };
    const { json, error } = await run({ parameters: ofKind, settings }, [job, job, job]);
    expect(error).toBeUndefined();
    expect(json.map(({ succeeded, number }) => [succeeded, number])).toEqual([
      [true, 1],
      [true, 2],
      [true, 3],
    ]);
    expect(mostAtOnce(runsOf(job))).toBe(1);
  });
});

test('at most 5 of 20 runs are under way, in the order of the items', async () => {
  const jobs = addJobs(20, (n) => ({ durationSeconds: 2 + ((n * 7) % 3) / 2 }));
  const { json, error } = await run(node(atMost(5)), jobs);
  expect(error).toBeUndefined();
  expect(json.map(({ jobId }) => jobId)).toEqual(jobs);
  expect(mostAtOnce(jobs.flatMap(runsOf))).toBe(5);
  // Those in the same 5 may arrive in any order.
  const times = jobs.map((job) => runsOf(job)[0]?.requestedAt ?? Infinity);
  expect(times.slice(5).filter((time, n) => time < (times[n] ?? 0))).toEqual([]);
  // As without a limit, the runs of all jobs are read together, and then their names.
  expect(sandbox().stats.byOperation).toMatchObject({ runJob: 20, job: 2 });
});

test('all at once asks for nothing more, and counts no failures', async () => {
  const jobs = addJobs(20, (n) => (n % 2 ? failing : {}));
  const { outputs } = await run(node({}, CONTINUES), jobs);
  expect(outputs.map((items) => items.length)).toEqual([10, 10]);
  expect(sandbox().stats.byOperation).toMatchObject({ runJob: 20, job: 2 });
});

test('the log says how many runs are not started yet', async () => {
  const jobs = addJobs(3, () => ({ durationSeconds: 2.5 }));
  const lines = await infoLinesOf(() => run(node(oneByOne), jobs));
  expect(lines).toContain('Node: waiting for 3 runs (1 RUNNING, 2 not started)');
  expect(lines.filter((line) => line.includes('1 RUNNING, 2 not started'))).toHaveLength(1);
  expect(lines.filter((line) => line.includes('every run has ended'))).toHaveLength(1);
});

describe('a failure', () => {
  test('stops a node that stops on error; runs under way end, and the error names them', async () => {
    // The second one ends while the log of the first one is read.
    const seconds = [0.2, 0.3, 2, 2, 2, 2];
    const jobs = addJobs(6, (n) => ({
      durationSeconds: seconds[n],
      ...(n === 0 && failing),
    }));
    const { error } = await run(node(atMost(3)), jobs);
    expect(error).toMatchObject({ errorCode: 'RUN_FAILED', context: { itemIndex: 0 } });
    expect(error?.description).toContain('Item 0 failed. Items that were not started: 3');
    for (const job of jobs.slice(1, 3)) expect(error?.description).toContain(runsOf(job)[0]?.id);
    expect(error?.description).not.toContain('and ');
    expect(jobs.map((job) => runsOf(job).length)).toEqual([1, 1, 1, 0, 0, 0]);
  });

  test.each([
    ['one by one', oneByOne, 'error'],
    ['one by one, as output', oneByOne, 'output'],
    ['at most 2', atMost(2), 'error'],
  ])('that is the second one is the last, %s', async (_name, order, onFailure) => {
    const jobs = addJobs(6, (n) => (n < 2 ? { ...failing, durationSeconds: 1.5 } : {}));
    const options = { ...order, onFailure, stopAfterFailures: 2 };
    const { outputs } = await run(node(options, CONTINUES), jobs);
    const items = outputs.flat().map(({ json }) => json);
    expect(items.map(({ jobId }) => jobId)).toEqual(jobs);
    const notStarted = { errorCode: 'NOT_STARTED', mayHaveHappened: false };
    expect(items.slice(2)).toMatchObject(Array(4).fill(notStarted));
    expect(items[5]?.error).toBe(
      `Job ${jobs[5]} was not started, because other items failed: 0, 1`,
    );
    expect(sends()).toBe(2);
  });

  test('of a start counts, also for items that are started all at once', async () => {
    const jobs = addJobs(120);
    failStart({ kind: 'status', status: 409, times: 120 });
    const { outputs } = await run(node({ stopAfterFailures: 3 }, CONTINUES), jobs);
    const codes = (outputs[1] ?? []).map(({ json }) => json.errorCode);
    expect(codes).toHaveLength(120);
    // All at once are 50 starts at a time.
    expect(sends()).toBeLessThanOrEqual(60);
    expect(codes.filter((code) => code !== 'NOT_STARTED')).toHaveLength(sends());
  });

  test('as output, is followed by the error of the first item that was not started', async () => {
    const jobs = addJobs(4, () => failing);
    const { error } = await run(
      node({ ...oneByOne, onFailure: 'output', stopAfterFailures: 2 }),
      jobs,
    );
    expect(error?.message).toBe(`Job ${jobs[2]} was not started, because other items failed: 0, 1`);
    expect(error).toMatchObject({ errorCode: 'NOT_STARTED', context: { itemIndex: 2 } });
    expect(error?.description).toContain('\nItems that were not started: 2');
  });

  test('of an item whose values cannot be used is none of a run', async () => {
    const job = addJob();
    const options = { ...oneByOne, stopAfterFailures: 1 };
    const { outputs } = await run(node(options, CONTINUES), [job, 'no ID', job]);
    expect(outputs.map((items) => items.length)).toEqual([2, 1]);
  });
});

describe('a run that may not have ended keeps its place', () => {
  test.each(['error', 'output'])('after a timeout, On Timeout %s', async (onTimeout) => {
    const jobs = addJobs(3, (n) => (n === 0 ? ENDLESS : {}));
    const { outputs } = await run(node({ ...oneByOne, timeout: 1, onTimeout }, CONTINUES), jobs);
    const last = outputs[1]?.at(-1)?.json;
    expect(last?.error).toBe(
      `Job ${jobs[2]} was not started, because runs of other items may not have ended: 0`,
    );
    expect(last?.errorDescription).toContain('set "On Timeout" to "Stop the Run"');
    expect(sends()).toBe(1);
  });

  test('not if it was stopped', async () => {
    const jobs = addJobs(3, (n) => (n === 0 ? { ...ENDLESS, killSeconds: 0.5 } : {}));
    const options = { ...oneByOne, timeout: 1, onTimeout: 'stop' };
    const { outputs } = await run(node(options, CONTINUES), jobs);
    expect(outputs.map((items) => items.length)).toEqual([2, 1]);
    expect(mostAtOnce(jobs.flatMap(runsOf))).toBe(1);
  });

  test('and the others use the places that are left', async () => {
    const jobs = addJobs(4, (n) => (n === 0 ? ENDLESS : {}));
    const { outputs } = await run(node({ ...atMost(2), timeout: 2 }, CONTINUES), jobs);
    expect(outputs.map((items) => items.length)).toEqual([3, 1]);
    expect(mostAtOnce(jobs.flatMap(runsOf))).toBe(2);
  });
});

// By itself, for the time that it takes.
describe('a cancel', () => {
  test('half-way starts nothing more and ends at once', async () => {
    const jobs = addJobs(20, (n) => (n === 0 ? {} : { ...ENDLESS, killSeconds: 0 }));
    const options = { ...atMost(3), stopOnCancel: true };
    const { result, cancel } = await start(node(options, CONTINUES), jobs);
    while (sends() < 4) await pause(20);
    const cancelledAt = Date.now();
    cancel();
    await result;
    expect(Date.now() - cancelledAt).toBeLessThan(1_000);
    await pause(1_500);
    expect(sends()).toBe(4);
    expect(jobs.slice(1, 4).map((job) => runsOf(job)[0]?.stoppedAt)).not.toContain(null);
  });
});
