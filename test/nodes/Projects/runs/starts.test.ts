import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../../sandbox';
import { infoLinesOf } from '../../../../harness/engine/infoLines';
import { runNode, startNode } from '../../../../harness/engine/runWorkflow';

let sandbox: Sandbox;
async function useSandbox(options: SandboxOptions = {}): Promise<void> {
  sandbox = await startSandbox({ seedRuns: false, ...options });
}
afterEach(() => sandbox.close());

beforeAll(() => {
  process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = '2';
});
afterAll(() => {
  delete process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS;
});

const credentials = () => ({ dataPlatformApi: sandbox.credentials });
const jobId = { __rl: true, mode: 'id', value: '={{ $json.jobId }}' };
const node = (operation: string, options: object = {}, settings: object = {}) => ({
  parameters: { resource: 'job', operation, jobId, options: options as never },
  settings,
});
const addJob = (script: object = {}) =>
  sandbox.store.addJob({ name: 'Job', script: { queueSeconds: 0, durationSeconds: 1, ...script } })
    .id;
const runsOf = (job: string) => sandbox.store.runsOfJob(job);
const sends = () => sandbox.stats.byOperation.runJob ?? 0;
const items = (count: number, job: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => ({ jobId: job(n) }));

describe.each(['run', 'runAndWait'])('%s', (operation) => {
  test.each([1, 100])('with a bad ID among %d items starts nothing', async (count) => {
    await useSandbox();
    const job = addJob();
    const { error } = await runNode(node(operation), credentials(), [
      ...items(count, () => job),
      { jobId: 'no uuid' },
    ]);
    expect(error?.message).toContain('"no uuid" is not a valid ID of a job');
    expect(error?.context).toMatchObject({ itemIndex: count });
    expect(sends()).toBe(0);
  });

  test('with a bad option among its items starts nothing', async () => {
    await useSandbox();
    const job = addJob();
    const { error } = await runNode(
      node(operation, { ifRunning: '={{ $json.ifRunning }}' }),
      credentials(),
      [
        { jobId: job, ifRunning: 'start' },
        { jobId: job, ifRunning: 'later' },
      ],
    );
    expect(error?.message).toBe(
      '"If Already Running" cannot be "later". Choose one of: error, skip, start, take',
    );
    expect(sends()).toBe(0);
  });

  test('that continues on fail starts the others', async () => {
    await useSandbox();
    const job = addJob();
    const { outputs } = await runNode(
      node(operation, { pollInterval: 1 }, { onError: 'continueErrorOutput' }),
      credentials(),
      [{ jobId: 'no uuid' }, { jobId: job }],
    );
    expect(outputs.map((branch) => branch.map(({ pairedItem }) => pairedItem))).toEqual([
      [{ item: 1 }],
      [{ item: 0 }],
    ]);
  });

  test.each([
    [21, 20, undefined],
    [25, 20, 'and 4 more'],
  ])('names the runs that were started where the last of %i fails', async (count, named, more) => {
    await useSandbox();
    const jobs = Array.from({ length: count }, () => addJob());
    sandbox.accidents.add({ kind: 'status', status: 403, operation: 'runJob', skip: count - 1 });
    const { error } = await runNode(
      node(operation, { pollInterval: 1 }),
      credentials(),
      items(count, (n) => jobs[n] ?? ''),
    );
    expect(error?.description).toContain('Runs that were started:');
    expect(error?.description?.match(/\(job /g)).toHaveLength(named);
    expect(/and .+ more/.exec(error?.description ?? '')?.[0]).toBe(more);
  });

  test('takes a run that begins late, once', async () => {
    await useSandbox();
    const job = addJob();
    sandbox.accidents.add({ kind: 'status', status: 504, operation: 'runJob' });
    const { result } = await startNode(node(operation, { pollInterval: 1 }), credentials(), [
      { jobId: job },
    ]);
    // What is there at the first look may be older than the start; what comes later is not.
    const looks = () => sandbox.stats.byOperation.job ?? 0;
    while (sends() === 0) await pause(10);
    const looksBefore = looks();
    while (looks() === looksBefore) await pause(5);
    await pause(50);
    const late = sandbox.store.startRun(job);
    expect((await result).json).toEqual([expect.objectContaining({ id: late?.id })]);
    expect(sends()).toBe(1);
  });

  describe('with a run under way', () => {
    const live = { durationSeconds: 3 };

    test.each([1, 100])('"take" goes on with it, %d items', async (count) => {
      await useSandbox();
      const job = addJob(live);
      const run = sandbox.store.startRun(job);
      const options = { ifRunning: 'take', pollInterval: 1 };
      const { json } = await runNode(
        node(operation, options),
        credentials(),
        items(count, () => job),
      );
      expect(json.map(({ id }) => id)).toEqual(Array(count).fill(run?.id));
      expect(sends()).toBe(0);
      // One look for all items; waiting asks once more, for the names.
      expect(sandbox.stats.byOperation.job).toBe(operation === 'runAndWait' ? 2 : 1);
    });

    test('"skip" puts it out at once', async () => {
      await useSandbox();
      const job = addJob({ durationSeconds: null });
      const run = sandbox.store.startRun(job);
      const { json } = await runNode(node(operation, { ifRunning: 'skip' }), credentials(), [
        { jobId: job },
      ]);
      expect(json).toEqual([
        expect.objectContaining({ id: run?.id, jobId: job, status: 'RUNNING', skipped: true }),
      ]);
    });

    test('"error" names it', async () => {
      await useSandbox();
      const job = addJob(live);
      const run = sandbox.store.startRun(job);
      const { error } = await runNode(node(operation, { ifRunning: 'error' }), credentials(), [
        { jobId: job },
      ]);
      expect(error?.message).toBe(
        `Job ${job} is already running: run 1 (${run?.id}), ${runsOf(job)[0]?.status}`,
      );
      expect(sends()).toBe(0);
    });
  });

  test('of several items of one job only the first starts a run where the option says so', async () => {
    await useSandbox();
    const jobs = [addJob(), addJob()];
    const { json } = await runNode(
      node(operation, { ifRunning: 'skip', pollInterval: 1 }),
      credentials(),
      items(6, (n) => jobs[n % 2] ?? ''),
    );
    expect(json.map(({ skipped }) => skipped)).toEqual([
      undefined,
      undefined,
      ...Array<boolean>(4).fill(true),
    ]);
    expect(jobs.map((job) => runsOf(job).length)).toEqual([1, 1]);
  });
});

test.each(['run', 'runAndWait'])('%s logs each start and each taken run', async (operation) => {
  await useSandbox();
  const jobs = Array.from({ length: 100 }, () => addJob());
  const told = await infoLinesOf(async () => {
    await runNode(
      node(operation, { pollInterval: 1 }),
      credentials(),
      items(100, (n) => jobs[n] ?? ''),
    );
  });
  const lineOf = (what: string, job: string, item: number) =>
    `Node: ${what} run ${runsOf(job)[0]?.id} of job ${job} (execution test-execution, item ${item})`;
  const starts = told.filter((line) => / run \S+ of job /.test(line));
  expect(starts.sort()).toEqual(jobs.map((job, item) => lineOf('Started', job, item)).sort());

  const [live = ''] = [addJob({ durationSeconds: 3 })];
  sandbox.store.startRun(live);
  const taken = await infoLinesOf(async () => {
    await runNode(node(operation, { ifRunning: 'take', pollInterval: 1 }), credentials(), [
      { jobId: live },
    ]);
  });
  expect(taken).toContain(lineOf('Took', live, 0));
});

test.each([1, 50])('with stopOnCancel, %d runs that were only taken go on', async (count) => {
  await useSandbox();
  const jobs = Array.from({ length: count }, () => addJob({ durationSeconds: null }));
  jobs.forEach((job) => sandbox.store.startRun(job));
  const own = addJob({ durationSeconds: null });
  const { result, cancel } = await startNode(
    node('runAndWait', { ifRunning: 'take', stopOnCancel: true, pollInterval: 1 }),
    credentials(),
    [...jobs, own].map((job) => ({ jobId: job })),
  );
  const looks = () => sandbox.stats.byOperation.jobInstance ?? 0;
  while (looks() === 0) await pause(10);
  cancel();
  await result;
  const isStopped = (job: string) => runsOf(job)[0]?.stoppedAt !== null;
  while (!isStopped(own)) await pause(20);
  await pause(300);
  expect(jobs.filter(isStopped)).toEqual([]);
});

test('"run" sends nothing but the documented request', async () => {
  await useSandbox({ introspection: false });
  const { json } = await runNode(node('run'), credentials(), [{ jobId: addJob() }]);
  expect(json).toHaveLength(1);
  expect(sandbox.stats.byOperation).toEqual({ authenticate: 1, runJob: 1 });
});

test('"runAndWait" starts nothing that it could not wait for, also without introspection', async () => {
  await useSandbox({ introspection: false, generation: 'documented' });
  const { error } = await runNode(node('runAndWait'), credentials(), [{ jobId: addJob() }]);
  expect(error?.message).toContain('This platform cannot return a job');
  expect(sends()).toBe(0);
});

test.each([1, 100])(
  '"runAndWait" starts none of %d jobs beside one that cannot be looked at',
  async (count) => {
    await useSandbox();
    const unknown = '20000000-0000-4000-8000-00000000dead';
    const jobs = items(count, () => addJob());
    const { error } = await runNode(node('runAndWait'), credentials(), [
      ...jobs,
      { jobId: unknown },
    ]);
    expect(error?.context).toMatchObject({ itemIndex: count });
    expect(sends()).toBe(0);
  },
);

test('one look serves 100 jobs', async () => {
  await useSandbox();
  const jobs = Array.from({ length: 100 }, () => addJob());
  const { error } = await runNode(
    node('run', { ifRunning: 'skip' }),
    credentials(),
    items(100, (n) => jobs[n] ?? ''),
  );
  expect(error).toBeUndefined();
  expect(sandbox.stats.byOperation.job).toBe(1);
});

test.each([true, false])(
  'nothing is started after a cancel, with stopOnCancel %s',
  async (stopOnCancel) => {
    await useSandbox({ latencyMs: 50 });
    const jobs = Array.from({ length: 500 }, () => addJob({ durationSeconds: null }));
    const { result, cancel } = await startNode(
      node('runAndWait', { stopOnCancel }),
      credentials(),
      items(500, (n) => jobs[n] ?? ''),
    );
    while (sends() < 60) await pause(5);
    const cancelledAt = Date.now();
    cancel();
    await result;
    // A second on a machine that does nothing else.
    expect(Date.now() - cancelledAt).toBeLessThan(3_000);
    await pause(1_000);
    const isStopped = ({ stoppedAt }: { stoppedAt: number | null }) => stoppedAt !== null;
    while (stopOnCancel && !jobs.flatMap(runsOf).every(isStopped)) await pause(50);
    const started = jobs.flatMap(runsOf);
    // Those whose request had left already.
    expect(started.length).toBeLessThanOrEqual(60 + 2 * 50);
    expect(new Set(started.map(isStopped))).toEqual(new Set([stopOnCancel]));
  },
  90_000,
);

describe('Retry On Fail', () => {
  const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 100 };

  test('looks again for a run that was unknown, and does not start another', async () => {
    await useSandbox();
    const job = addJob();
    sandbox.accidents.add({ kind: 'resetBefore', operation: 'runJob' });
    const { error } = await runNode(node('run', {}, retry), credentials(), [{ jobId: job }]);
    expect(error?.message).toContain('It is not known whether');
    expect(sends()).toBe(1);
  });
});
