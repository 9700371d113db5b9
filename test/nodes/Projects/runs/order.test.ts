import { setTimeout as pause } from 'node:timers/promises';
import { pipelineOf } from '../../../operations/onSandbox';
import { describeBeside, ownSandbox as sandbox, testBeside } from '../../../support/ownSandbox';
import { byId } from '../support';
import { CONTINUES, jobNode, jobRunsOn, mostAtOnce, RETRIES } from './jobRuns';

/**
 * The options "Max Concurrent Runs" and "Stop After Failures", alone and with what keeps a job from being started twice: the run
 * guard, lost starts, and what retries keep.
 */

process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = '1';

const test = testBeside({ seedRuns: false });
const jobRuns = jobRunsOn(sandbox);
const { addJob, addJobs, runsOf, sends, failStart, run, ran, start, retry } = jobRuns;

const atMost = (maxConcurrentRuns: number) => ({ maxConcurrentRuns });
const oneByOne = atMost(1);
const node = (options: object = {}, settings: object = {}) =>
  jobNode('runAndWait', { ...oneByOne, ...options }, settings);
const failing = { outcome: 'FAILED' };
const ENDLESS = { durationSeconds: null };

for (const [resource, generation, choices] of [
  ['job', 'recent', ['start', 'take', 'skip', 'error']],
  ['pipeline', 'middle', ['start']],
] as const) {
  describeBeside(`one by one, each ${resource} waits for the one before`, () => {
    const test = testBeside({ seedRuns: false, generation });

    test.each(choices)(`on a platform that is ${generation}, with "%s"`, async (ifRunning) => {
      const job = addJob();
      const { parameters, settings } = node({ ifRunning });
      const pipelineId = byId(pipelineOf(sandbox(), job));
      const ofKind = { ...parameters, resource, pipelineId };
      const json = await ran({ parameters: ofKind, settings }, [job, job, job]);
      expect(json).toMatchObject([1, 2, 3].map((number) => ({ succeeded: true, number })));
      expect(mostAtOnce(runsOf(job))).toBe(1);
    });
  });
}

test('at most 5 of 20 runs are under way, in the order of the items', async () => {
  const jobs = addJobs(20, (n) => ({ durationSeconds: 2 + ((n * 7) % 3) / 2 }));
  const json = await ran(node(atMost(5)), jobs);
  expect(json.map(({ jobId }) => jobId)).toEqual(jobs);
  expect(mostAtOnce(jobs.flatMap(runsOf))).toBe(5);
  // Those in the same 5 may arrive in any order.
  const times = jobs.map((job) => runsOf(job)[0]?.requestedAt ?? Infinity);
  expect(times.slice(5).filter((time, n) => time < (times[n] ?? 0))).toEqual([]);
  // The runs of all jobs are read together, and then their names; once more of those that waited for more than 10 seconds.
  const { runJob, job = 0 } = sandbox().stats.byOperation;
  expect(runJob).toBe(20);
  expect(job).toBeLessThanOrEqual(2 + 10);
});

test('all at once asks for nothing more as runs end one by one, and counts no failures', async () => {
  const jobs = addJobs(20, (n) => ({ durationSeconds: n / 8, ...(n % 2 && failing) }));
  const { outputs } = await run(jobNode('runAndWait', {}, CONTINUES), jobs);
  expect(outputs.map((items) => items.length)).toEqual([10, 10]);
  expect(sandbox().stats.byOperation).toMatchObject({ runJob: 20, job: 2 });
});

const NOT_STARTED = 'was not started, because other items failed: 0, 1';

describeBeside('a failure', () => {
  test('stops a node that stops on error; runs under way end, and the error names them', async () => {
    // The second one ends while the log of the first one is read.
    const scripts = [0.2, 0.3, 2, 2, 2, 2].map((durationSeconds) => ({ durationSeconds }));
    const jobs = addJobs(6, (n) => ({ ...scripts[n], ...(n === 0 && failing) }));
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
    expect(items[5]?.error).toBe(`Job ${jobs[5]} ${NOT_STARTED}`);
    expect(sends()).toBe(2);
  });

  test('of a start counts, also for items that are started all at once', async () => {
    const jobs = addJobs(120);
    failStart({ kind: 'status', status: 409, times: 120 });
    const { outputs } = await run(jobNode('runAndWait', { stopAfterFailures: 3 }, CONTINUES), jobs);
    const codes = (outputs[1] ?? []).map(({ json }) => json.errorCode);
    expect(codes).toHaveLength(120);
    // All at once are 50 starts at a time.
    expect(sends()).toBeLessThanOrEqual(60);
    expect(codes.filter((code) => code !== 'NOT_STARTED')).toHaveLength(sends());
  });

  test('as output, is followed by the error of the first item that was not started', async () => {
    const jobs = addJobs(4, () => failing);
    const options = { onFailure: 'output', stopAfterFailures: 2 };
    const { error } = await run(node(options), jobs);
    expect(error?.message).toBe(`Job ${jobs[2]} ${NOT_STARTED}`);
    expect(error).toMatchObject({ errorCode: 'NOT_STARTED', context: { itemIndex: 2 } });
    expect(error?.description).toContain('\nItems that were not started: 2');
  });

  test('of an item whose values cannot be used is none of a run', async () => {
    const job = addJob();
    const options = { stopAfterFailures: 1 };
    const { outputs } = await run(node(options, CONTINUES), [job, 'no ID', job]);
    expect(outputs.map((items) => items.length)).toEqual([2, 1]);
  });
});

describeBeside('a run that may not have ended keeps its place', () => {
  test.each(['error', 'output'])('after a timeout, On Timeout %s', async (onTimeout) => {
    const jobs = addJobs(3, (n) => (n === 0 ? ENDLESS : {}));
    const { outputs } = await run(node({ timeout: 1, onTimeout }, CONTINUES), jobs);
    const last = outputs[1]?.at(-1)?.json;
    expect(last?.error).toMatch(/ was not started, because runs of .* may not have ended: 0$/);
    expect(last?.errorDescription).toContain('set "On Timeout" to "Stop the Run"');
    expect(sends()).toBe(1);
  });

  test.each([
    ['not if it was stopped', { onTimeout: 'stop' }, 1],
    ['and the others use the places that are left', atMost(2), 2],
  ])('%s', async (_what, options, atOnce) => {
    const jobs = addJobs(4, (n) => (n === 0 ? { ...ENDLESS, killSeconds: 0.5 } : {}));
    const { outputs } = await run(node({ ...options, timeout: 2 }, CONTINUES), jobs);
    expect(outputs.map((items) => items.length)).toEqual([3, 1]);
    expect(mostAtOnce(jobs.flatMap(runsOf))).toBe(atOnce);
  });
});

describeBeside('If Already Running, for items of one job', () => {
  test.each([
    ['take', { number: 2, status: 'SUCCEEDED' }],
    ['skip', { number: 2, skipped: true }],
    ['error', { errorCode: 'NOT_ALLOWED', error: expect.stringContaining('running: run 2 ') }],
  ])('"%s" reads what is under way at the turn of the item', async (ifRunning, expected) => {
    const [job, other] = [addJob(), addJob({ durationSeconds: 2 })];
    const { result } = await start(node({ ifRunning }, CONTINUES), [job, other, job]);
    while (runsOf(other).length === 0) await pause(20);
    sandbox().store.setScript(job, { durationSeconds: 4 });
    sandbox().store.startRun(job);
    const { outputs } = await result;
    expect(outputs.flat().map(({ json }) => json)[2]).toMatchObject(expected);
    expect(sends()).toBe(2);
  });

  test('nothing is started if that cannot be read at the turn of the item', async () => {
    const [other, job] = [addJob({ durationSeconds: 1.5 }), addJob({ durationSeconds: 3 })];
    const { result } = await start(node({ ifRunning: 'take' }, CONTINUES), [other, job]);
    while (runsOf(other).length === 0) await pause(20);
    sandbox().store.startRun(job);
    sandbox().faults.add({ kind: 'status', status: 403, operation: 'job', times: Infinity });
    const { outputs } = await result;
    const error = expect.stringContaining('403') as string;
    expect(outputs[1]).toMatchObject([{ json: { jobId: job, error } }]);
    expect(sends()).toBe(1);
  });

  test('at most 2, "take" uses the run of the item before while it is under way, in one place', async () => {
    const [job, other] = [addJob({ durationSeconds: 1 }), addJob({ durationSeconds: 4 })];
    const items = [job, job, other, job];
    const json = await ran(node({ ...atMost(2), ifRunning: 'take' }), items);
    const numbers = [1, 1, 1, 2];
    expect(json).toMatchObject(items.map((jobId, n) => ({ jobId, number: numbers[n] })));
    expect(mostAtOnce([...runsOf(job).slice(-1), ...runsOf(other)])).toBe(2);
  });

  test('a run that several items have taken over keeps one place after their timeouts', async () => {
    const [busy, other] = [addJob(ENDLESS), addJob()];
    sandbox().store.startRun(busy);
    const options = { ...atMost(2), ifRunning: 'take', timeout: 1 };
    const { outputs } = await run(node(options, CONTINUES), [busy, busy, other, other]);
    expect(outputs.map((items) => items.length)).toEqual([2, 2]);
  });

  test('"error" refuses at once what is known before the first start', async () => {
    const [job, busy] = [addJob(), addJob({ durationSeconds: null })];
    sandbox().store.startRun(busy);
    const twice = await run(node({ ...atMost(2), ifRunning: 'error' }), [job, job]);
    expect(twice.error?.message).toBe(`Job ${job} is started by the items 0 and 1`);
    const { error } = await run(node({ ifRunning: 'error' }), [job, busy]);
    expect(error?.message).toContain(`Job ${busy} is already running`);
    expect(sends()).toBe(0);
  });
});

describeBeside('a start whose response was lost', () => {
  test('does not hide what is under way of another job', async () => {
    const [lost, other, busy] = [addJob(), addJob(), addJob({ durationSeconds: null })];
    sandbox().store.startRun(busy);
    failStart({ kind: 'resetBefore' });
    const options = { ...atMost(2), ifRunning: 'take', timeout: 4, onTimeout: 'output' };
    const { outputs } = await run(node(options, CONTINUES), [lost, other, busy]);
    const items = outputs.flat().map(({ json }) => json);
    expect(items).toContainEqual(expect.objectContaining({ jobId: busy, number: 1 }));
    expect(runsOf(busy)).toHaveLength(1);
  });

  test('keeps its place until its run has ended', async () => {
    const job = addJob({ durationSeconds: 1.5 });
    failStart({ times: 3 });
    const json = await ran(node(), [job, job, job]);
    expect(json.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(mostAtOnce(runsOf(job))).toBe(1);
    expect(sends()).toBe(3);
  });

  test('cannot be found if the runs cannot be read again at the turn, so nothing is started', async () => {
    const [other, job] = [addJob({ durationSeconds: 11 }), addJob()];
    const { result } = await start(node({}, CONTINUES), [other, job]);
    while (runsOf(other).length === 0) await pause(20);
    sandbox().faults.add({ kind: 'status', status: 403, operation: 'job', times: Infinity });
    const { outputs } = await result;
    const error = expect.stringContaining('403') as string;
    expect(outputs[1]).toMatchObject([{ json: { jobId: job, error, mayHaveHappened: false } }]);
    expect(sends()).toBe(1);
  });

  test('is found even after a wait of more than 10 seconds for its turn', async () => {
    const jobs = [addJob({ durationSeconds: 11 }), addJob()];
    failStart({ skip: 1 });
    const json = await ran(node(), jobs);
    expect(json).toMatchObject(jobs.map((jobId) => ({ jobId, number: 1, succeeded: true })));
    expect(sends()).toBe(2);
  });

  test.each([
    ['one by one, nothing is started beside it', oneByOne, [1, 0, 0]],
    ['at most 2, the others are started in the other place', atMost(2), [1, 1, 1]],
    ['it is a failure', { ...atMost(2), stopAfterFailures: 1 }, [1, 1, 0]],
  ])('and that stays unknown: %s', async (_name, order, runs) => {
    const jobs = [addJob({ durationSeconds: null }), addJob(), addJob()];
    failStart({});
    const { outputs } = await run(node({ ...order, onLostAnswer: 'error' }, CONTINUES), jobs);
    expect(jobs.map((job) => runsOf(job).length)).toEqual(runs);
    const left = runs.filter((count) => count === 0).length;
    expect(outputs[1]?.map(({ json }) => json.errorCode)).toEqual([
      'OUTCOME_UNKNOWN',
      ...Array<string>(left).fill('NOT_STARTED'),
    ]);
  });
});

describeBeside('Retry On Fail', () => {
  test('leaves its place to a run whose wait timed out', async () => {
    const jobs = [addJob(), addJob({ durationSeconds: 3 }), addJob()];
    const json = await ran(node({ timeout: 1.5 }, RETRIES), jobs);
    expect(json.map(({ jobId }) => jobId)).toEqual(jobs);
    expect(mostAtOnce(jobs.flatMap(runsOf))).toBe(1);
    expect(sends()).toBe(3);
  });

  test('counts a failed run that is an output once', async () => {
    const jobs = [addJob({ outcome: 'FAILED' }), addJob()];
    const options = { onFailure: 'output', stopAfterFailures: 1 };
    const json = await ran(node(options, RETRIES), jobs);
    expect(json.map(({ status }) => status)).toEqual(['FAILED', 'SUCCEEDED']);
    expect(sends()).toBe(2);
  });
});

const CHOICES = ['start', 'take', 'error'];

test.each(CHOICES)("a user's retry waits for the run of its job, with %j", async (ifRunning) => {
  const job = addJob({ durationSeconds: 4 });
  const failed = await run(node({ ifRunning, timeout: 2 }), [job, job]);
  expect(failed.error).toMatchObject({ errorCode: 'TIMED_OUT' });
  expect(failed.error?.description).toContain('Item 0 failed. Items that were not started: 1');
  const again = await retry(failed, node({ ifRunning }));
  expect(again.error).toBeUndefined();
  expect(again.json.map(({ number }) => number)).toEqual([1, 2]);
  expect(mostAtOnce(runsOf(job))).toBe(1);
});

test('a cancel halfway ends all waits, stops their runs and starts nothing more', async () => {
  const jobs = addJobs(20, (n) => (n === 0 ? {} : { ...ENDLESS, killSeconds: 0 }));
  const options = { ...atMost(3), stopOnCancel: true };
  const { result, cancel } = await start(node(options, CONTINUES), jobs);
  while (sends() < 4) await pause(20);
  cancel();
  await result;
  const isStopped = (job: string) => typeof runsOf(job)[0]?.stoppedAt === 'number';
  while (!jobs.slice(1, 4).every(isStopped)) await pause(20);
  await pause(1_000);
  expect(sends()).toBe(4);
});
