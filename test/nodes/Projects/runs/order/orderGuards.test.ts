import { setTimeout as pause } from 'node:timers/promises';
import { ownSandbox as sandbox, testBeside } from '../../../../support/ownSandbox';
import { CONTINUES, jobNode, jobRunsOn, mostAtOnce, RETRIES } from '../jobRuns';

/** "Concurrency" together with what keeps a job from being started twice: the run guard, lost starts, and what retries keep. */

process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = '1';

const test = testBeside({ seedRuns: false });
const { addJob, runsOf, sends, failStart, run, start, retry } = jobRunsOn(sandbox);

const oneByOne = { concurrency: 'oneByOne' };
const atMost2 = { concurrency: 'atMost', maxConcurrentRuns: 2 };
const node = (options: object = {}, settings: object = {}) =>
  jobNode('runAndWait', { ...oneByOne, ...options }, settings);

describe('If Already Running, for items of one job', () => {
  test.each(['start', 'take', 'skip', 'error'])(
    'one by one, "%s" starts a run for each, since the one before has ended',
    async (ifRunning) => {
      const job = addJob();
      const { json, error } = await run(node({ ifRunning }), [job, job, job]);
      expect(error).toBeUndefined();
      expect(json.map(({ number }) => number)).toEqual([1, 2, 3]);
      expect(mostAtOnce(runsOf(job))).toBe(1);
    },
  );

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

  test('at most 2, "take" uses the run of the item before while it is under way', async () => {
    const [job, other] = [addJob({ durationSeconds: 2 }), addJob()];
    const items = [job, job, other, job];
    const { json, error } = await run(node({ ...atMost2, ifRunning: 'take' }), items);
    expect(error).toBeUndefined();
    expect(json.map(({ jobId, number }) => [jobId, number])).toEqual([
      [job, 1],
      [job, 1],
      [other, 1],
      [job, 2],
    ]);
  });

  test('"error" refuses at once what is known before the first start', async () => {
    const [job, busy] = [addJob(), addJob({ durationSeconds: null })];
    sandbox().store.startRun(busy);
    const twice = await run(node({ ...atMost2, ifRunning: 'error' }), [job, job]);
    expect(twice.error?.message).toBe(`Job ${job} is started by the items 0 and 1`);
    const { error } = await run(node({ ifRunning: 'error' }), [job, busy]);
    expect(error?.message).toContain(`Job ${busy} is already running`);
    expect(sends()).toBe(0);
  });
});

describe('a start whose response was lost', () => {
  test('does not hide what is under way of another job', async () => {
    const [lost, other, busy] = [addJob(), addJob(), addJob({ durationSeconds: null })];
    sandbox().store.startRun(busy);
    failStart({ kind: 'resetBefore' });
    const options = { ...atMost2, ifRunning: 'take', timeout: 4, onTimeout: 'output' };
    const { outputs } = await run(node(options, CONTINUES), [lost, other, busy]);
    const items = outputs.flat().map(({ json }) => json);
    expect(items).toContainEqual(expect.objectContaining({ jobId: busy, number: 1 }));
    expect(runsOf(busy)).toHaveLength(1);
  });

  test('keeps its place until its run has ended', async () => {
    const job = addJob({ durationSeconds: 1.5 });
    failStart({ times: 3 });
    const { json, error } = await run(node(), [job, job, job]);
    expect(error).toBeUndefined();
    expect(json.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(mostAtOnce(runsOf(job))).toBe(1);
    expect(sends()).toBe(3);
  });

  test.each([
    ['one by one, nothing is started beside it', oneByOne, [1, 0, 0]],
    ['at most 2, the others are started in the other place', atMost2, [1, 1, 1]],
    ['it is a failure', { ...atMost2, stopAfterFailures: 1 }, [1, 1, 0]],
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

describe('Retry On Fail', () => {
  test('starts only what is missing, one by one', async () => {
    const [good, bad] = [addJob(), addJob({ outcome: ['FAILED', 'SUCCEEDED'] })];
    const { json, error } = await run(node({}, RETRIES), [good, bad, good, good]);
    expect(error).toBeUndefined();
    expect(json.map(({ status }) => status)).toEqual(Array(4).fill('SUCCEEDED'));
    expect([runsOf(good).length, runsOf(bad).length]).toEqual([3, 2]);
    expect(mostAtOnce([...runsOf(good), ...runsOf(bad)])).toBe(1);
  });

  test('leaves its place to a run whose wait timed out', async () => {
    const jobs = [addJob(), addJob({ durationSeconds: 3 }), addJob()];
    const { json, error } = await run(node({ timeout: 1.5 }, RETRIES), jobs);
    expect(error).toBeUndefined();
    expect(json.map(({ jobId }) => jobId)).toEqual(jobs);
    expect(mostAtOnce(jobs.flatMap(runsOf))).toBe(1);
    expect(sends()).toBe(3);
  });

  test('counts a failed run that is an output once', async () => {
    const jobs = [addJob({ outcome: 'FAILED' }), addJob()];
    const options = { onFailure: 'output', stopAfterFailures: 1 };
    const { json, error } = await run(node(options, RETRIES), jobs);
    expect(error).toBeUndefined();
    expect(json.map(({ status }) => status)).toEqual(['FAILED', 'SUCCEEDED']);
    expect(sends()).toBe(2);
  });
});

describe("a user's retry", () => {
  test.each(['start', 'take', 'error'])(
    'of one job waits for the run that is under way, "%s"',
    async (ifRunning) => {
      const job = addJob({ durationSeconds: 4 });
      const failed = await run(node({ ifRunning, timeout: 2 }), [job, job]);
      expect(failed.error).toMatchObject({ errorCode: 'TIMED_OUT' });
      expect(failed.error?.description).toContain('Item 0 failed. Items that were not started: 1');
      const again = await retry(failed, node({ ifRunning }));
      expect(again.error).toBeUndefined();
      expect(again.json.map(({ number }) => number)).toEqual([1, 2]);
      expect(mostAtOnce(runsOf(job))).toBe(1);
    },
  );
});
