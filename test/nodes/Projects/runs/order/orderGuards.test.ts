import { setTimeout as pause } from 'node:timers/promises';
import { retryNode, runNode, startNode } from '../../../../../harness/engine/runWorkflow';
import { mostAtOnce } from './runsAtOnce';
import { ownSandbox as sandbox, testBeside } from '../../../../support/ownSandbox';

/** "Concurrency" together with what keeps a job from being started twice: the run guard, lost starts, and what retries keep. */

beforeAll(() => {
  process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = '1';
});
afterAll(() => {
  delete process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS;
});

const test = testBeside({ seedRuns: false });

const credentials = () => ({ dataPlatformApi: sandbox().credentials });
const oneByOne = { concurrency: 'oneByOne' };
const atMost2 = { concurrency: 'atMost', maxConcurrentRuns: 2 };
const continues = { onError: 'continueErrorOutput' as const };
const retries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
const node = (options: object = {}, settings: object = {}) => ({
  parameters: {
    resource: 'job',
    operation: 'runAndWait',
    jobId: { __rl: true, mode: 'id', value: '={{ $json.jobId }}' },
    options: { pollInterval: 1, ...oneByOne, ...options } as never,
  },
  settings,
});
const addJob = (script: object = {}) =>
  sandbox().store.addJob({
    name: 'Job',
    script: { queueSeconds: 0, durationSeconds: 0.2, ...script },
  }).id;
const itemsOf = (...jobs: string[]) => jobs.map((jobId) => ({ jobId }));
const runsOf = (job: string) => sandbox().store.runsOfJob(job);
const sends = () => sandbox().stats.byOperation.runJob ?? 0;
const lose = (accident: object = {}) =>
  sandbox().accidents.add({ kind: 'resetAfter', operation: 'runJob', ...accident });

describe('If Already Running, for items of one job', () => {
  test.each(['start', 'take', 'skip', 'error'])(
    'one by one, "%s" starts a run for each, since the one before has ended',
    async (ifRunning) => {
      const job = addJob();
      const { json, error } = await runNode(
        node({ ifRunning }),
        credentials(),
        itemsOf(...Array<string>(4).fill(job)),
      );
      expect(error).toBeUndefined();
      expect(json.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
      expect(mostAtOnce(runsOf(job))).toBe(1);
    },
  );

  test.each([
    ['take', { number: 2, status: 'SUCCEEDED' }],
    ['skip', { number: 2, skipped: true }],
    [
      'error',
      { errorCode: 'NOT_ALLOWED', error: expect.stringContaining('is already running: run 2 ') },
    ],
  ])('"%s" looks at what is under way at the turn of the item', async (ifRunning, expected) => {
    const job = addJob();
    const other = addJob({ durationSeconds: 2 });
    const { result } = await startNode(
      node({ ifRunning }, continues),
      credentials(),
      itemsOf(job, other, job),
    );
    while (runsOf(other).length === 0) await pause(20);
    sandbox().store.setScript(job, { durationSeconds: 4 });
    sandbox().store.startRun(job);
    const { outputs } = await result;
    expect(outputs.flat().map(({ json }) => json)[2]).toMatchObject(expected);
    expect(sends()).toBe(2);
  });

  test('at most 2, "take" uses the run of the item before while it is under way', async () => {
    const [job, other] = [addJob({ durationSeconds: 2 }), addJob()];
    const { json, error } = await runNode(
      node({ ...atMost2, ifRunning: 'take' }),
      credentials(),
      itemsOf(job, job, other, job),
    );
    expect(error).toBeUndefined();
    expect(json.map(({ jobId, number }) => [jobId, number])).toEqual([
      [job, 1],
      [job, 1],
      [other, 1],
      [job, 2],
    ]);
  });

  test('at most 2, "error" refuses two items of a job before anything is started', async () => {
    const job = addJob();
    const { error } = await runNode(
      node({ ...atMost2, ifRunning: 'error' }),
      credentials(),
      itemsOf(job, job),
    );
    expect(error?.message).toBe(`Job ${job} is started by the items 0 and 1`);
    expect(sends()).toBe(0);
  });

  test('a run that is under way before the first start is refused at once', async () => {
    const [job, busy] = [addJob(), addJob({ durationSeconds: null })];
    sandbox().store.startRun(busy);
    const { error } = await runNode(
      node({ ifRunning: 'error' }),
      credentials(),
      itemsOf(job, busy),
    );
    expect(error?.message).toContain(`Job ${busy} is already running`);
    expect(sends()).toBe(0);
  });
});

describe('a start whose response was lost', () => {
  test.each([
    ['take', { number: 1 }],
    ['skip', { number: 1, skipped: true }],
    ['error', { error: expect.stringContaining('is already running: run 1 ') }],
  ])('does not hide what is under way of another job: "%s"', async (ifRunning, expected) => {
    const [lost, other, busy] = [addJob(), addJob(), addJob({ durationSeconds: 8 })];
    sandbox().store.startRun(busy);
    lose({ kind: 'resetBefore' });
    const { outputs } = await runNode(
      node({ ...atMost2, ifRunning }, continues),
      credentials(),
      itemsOf(lost, other, busy),
    );
    expect(outputs.flat().map(({ json }) => json)).toContainEqual(
      expect.objectContaining({ jobId: busy, ...expected }),
    );
    expect(runsOf(busy)).toHaveLength(1);
  });

  test.each([1, 5])(
    'of %d items, each keeps its place until its run has ended',
    async (count) => {
      const job = addJob({ durationSeconds: 1.5 });
      lose({ times: count });
      const { json, error } = await runNode(
        node(),
        credentials(),
        itemsOf(...Array<string>(count).fill(job)),
      );
      expect(error).toBeUndefined();
      expect(json.map(({ number }) => number)).toEqual(
        Array.from({ length: count }, (_, n) => n + 1),
      );
      expect(mostAtOnce(runsOf(job))).toBe(1);
      expect(sends()).toBe(count);
    },
    60_000,
  );

  test.each([
    ['one by one, nothing is started beside it', oneByOne, [1, 0, 0]],
    ['at most 2, the others are started in the other place', atMost2, [1, 1, 1]],
  ])('and that stays unknown: %s', async (_name, order, runs) => {
    const jobs = [addJob({ durationSeconds: null }), addJob(), addJob()];
    lose();
    const { outputs } = await runNode(
      node({ ...order, onLostAnswer: 'error' }, continues),
      credentials(),
      itemsOf(...jobs),
    );
    expect(jobs.map((job) => runsOf(job).length)).toEqual(runs);
    const started = runs.filter((count) => count === 1).length;
    expect(outputs[1]?.map(({ json }) => json.errorCode)).toEqual([
      'OUTCOME_UNKNOWN',
      ...Array<string>(3 - started).fill('NOT_STARTED'),
    ]);
  });

  test('and that stays unknown is a failure', async () => {
    const jobs = [addJob(), addJob(), addJob()];
    lose();
    const { outputs } = await runNode(
      node({ ...atMost2, stopAfterFailures: 1, onLostAnswer: 'error' }, continues),
      credentials(),
      itemsOf(...jobs),
    );
    expect(outputs[1]?.map(({ json }) => json.errorCode)).toEqual([
      'OUTCOME_UNKNOWN',
      'NOT_STARTED',
    ]);
  });
});

describe('Retry On Fail', () => {
  test('starts only what is missing, one by one', async () => {
    const good = addJob();
    const bad = addJob({ outcome: ['FAILED', 'SUCCEEDED'] });
    const { json, error } = await runNode(
      node({}, retries),
      credentials(),
      itemsOf(good, bad, good, good),
    );
    expect(error).toBeUndefined();
    expect(json.map(({ status }) => status)).toEqual(Array(4).fill('SUCCEEDED'));
    expect([runsOf(good).length, runsOf(bad).length]).toEqual([3, 2]);
    expect(mostAtOnce([...runsOf(good), ...runsOf(bad)])).toBe(1);
  });

  test('a run whose wait timed out keeps its place', async () => {
    const slow = addJob({ durationSeconds: 3 });
    const jobs = [addJob(), slow, addJob()];
    const { json, error } = await runNode(
      node({ timeout: 1.5 }, retries),
      credentials(),
      itemsOf(...jobs),
    );
    expect(error).toBeUndefined();
    expect(json.map(({ jobId }) => jobId)).toEqual(jobs);
    expect(mostAtOnce(jobs.flatMap(runsOf))).toBe(1);
    expect(sends()).toBe(3);
  });

  test('a failed run that is an output is counted once', async () => {
    const bad = addJob({ outcome: 'FAILED' });
    const good = addJob();
    const { json, error } = await runNode(
      node({ onFailure: 'output', stopAfterFailures: 1 }, retries),
      credentials(),
      itemsOf(bad, good),
    );
    expect(error).toBeUndefined();
    expect(json.map(({ status }) => status)).toEqual(['FAILED', 'SUCCEEDED']);
    expect(sends()).toBe(2);
  });
});

describe("a user's retry", () => {
  test.each([3, 100])('of %d items starts those that are missing', async (count) => {
    const bad = addJob({ outcome: ['FAILED', 'SUCCEEDED'] });
    const jobs = Array.from({ length: count }, (_, n) => (n === 1 ? bad : addJob()));
    const order = count === 3 ? oneByOne : { concurrency: 'atMost', maxConcurrentRuns: 50 };
    const failed = await runNode(node(order), credentials(), itemsOf(...jobs));
    const left = jobs.filter((job) => runsOf(job).length === 0).length;
    expect(left).toBe(count === 3 ? 1 : 50);
    expect(failed.error?.description).toContain(
      `Item 1 failed. Items that were not started: ${left}`,
    );
    const again = await retryNode(failed, node(order), credentials());
    expect(again.error).toBeUndefined();
    expect(again.json.map(({ jobId }) => jobId)).toEqual(jobs);
    expect(jobs.map((job) => runsOf(job).length)).toEqual(jobs.map((job) => (job === bad ? 2 : 1)));
  });

  test.each(['start', 'take', 'error'])(
    'of one job waits for the run that is under way, "%s"',
    async (ifRunning) => {
      const job = addJob({ durationSeconds: 4 });
      const options = { ifRunning, timeout: 2 };
      const failed = await runNode(node(options), credentials(), itemsOf(job, job));
      expect(failed.error).toMatchObject({ errorCode: 'TIMED_OUT' });
      expect(failed.error?.description).toContain('Item 0 failed. Items that were not started: 1');
      const again = await retryNode(failed, node({ ifRunning }), credentials());
      expect(again.error).toBeUndefined();
      expect(again.json.map(({ number }) => number)).toEqual([1, 2]);
      expect(mostAtOnce(runsOf(job))).toBe(1);
    },
  );
});
