import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../../sandbox';
import { runNode, startNode } from '../../../../harness/engine/runWorkflow';

/** The option "If Already Running". */

let sandbox: Sandbox;
beforeEach(() => use());
afterEach(() => sandbox.close());
async function use(options: SandboxOptions = {}): Promise<void> {
  sandbox = await startSandbox({ seedRuns: false, ...options });
}

const credentials = () => ({ dataPlatformApi: sandbox.credentials });
const node = (operation: string, options: object = {}, settings: object = {}) => ({
  parameters: {
    resource: 'job',
    operation,
    jobId: { __rl: true, mode: 'id', value: '={{ $json.jobId }}' },
    // A run that is waited for goes on, however long the machine takes to look at it.
    options: { pollInterval: 1, timeout: 1, onTimeout: 'output', ...options } as never,
  },
  settings,
});
/** Jobs whose runs go on. */
const addJobs = (count: number) =>
  Array.from({ length: count }, () => {
    const script = { queueSeconds: 0, durationSeconds: null };
    return sandbox.store.addJob({ name: 'Job', script }).id;
  });
const addJob = () => addJobs(1)[0] ?? '';
const itemsOf = (jobs: string[]) => jobs.map((jobId) => ({ jobId }));
const runsOf = (job: string) => sandbox.store.runsOfJob(job);
const sends = () => sandbox.stats.byOperation.runJob ?? 0;
const refuseStart = (skip = 0) =>
  sandbox.accidents.add({ kind: 'status', status: 409, operation: 'runJob', skip });
const onErrorBranch = { onError: 'continueErrorOutput' };

describe.each(['run', 'runAndWait'])('%s, with a run under way', (operation) => {
  test.each([1, 100])('"take" goes on with it, %d items', async (count) => {
    const job = addJob();
    const run = sandbox.store.startRun(job);
    const { json } = await runNode(
      node(operation, { ifRunning: 'take' }),
      credentials(),
      itemsOf(Array<string>(count).fill(job)),
    );
    expect(json.map(({ id }) => id)).toEqual(Array(count).fill(run?.id));
    expect(sends()).toBe(0);
    // One look for all items; waiting asks once more, for the names.
    expect(sandbox.stats.byOperation.job).toBe(operation === 'runAndWait' ? 2 : 1);
  });

  test('"skip" puts it out at once', async () => {
    const job = addJob();
    const run = sandbox.store.startRun(job);
    const { json } = await runNode(
      node(operation, { ifRunning: 'skip' }),
      credentials(),
      itemsOf([job, job]),
    );
    expect(json).toEqual(
      Array(2).fill(
        expect.objectContaining({
          id: run?.id,
          number: 1,
          jobId: job,
          jobName: 'Job',
          status: 'RUNNING',
          skipped: true,
        }),
      ),
    );
  });

  test('"error" names it', async () => {
    const job = addJob();
    const run = sandbox.store.startRun(job);
    const { error } = await runNode(
      node(operation, { ifRunning: 'error' }),
      credentials(),
      itemsOf([job]),
    );
    expect(error?.message).toBe(`Job ${job} is already running: run 1 (${run?.id}), RUNNING`);
    expect(error?.description).toBe(
      'Nothing was started for this item. Wait until that run ends, or choose another value for "If Already Running".',
    );
    expect(sends()).toBe(0);
  });

  test('"error" starts nothing at all where the node stops on error', async () => {
    const jobs = addJobs(100);
    const busy = jobs.filter((_job, index) => index % 2 === 1);
    for (const job of busy) sandbox.store.startRun(job);
    const { error } = await runNode(
      node(operation, { ifRunning: 'error' }),
      credentials(),
      itemsOf(jobs),
    );
    expect(error?.message).toContain(`Job ${busy[0]} is already running`);
    expect(error?.context).toMatchObject({ itemIndex: 1 });
    expect(error?.description).not.toContain('Runs that were started');
    expect(sends()).toBe(0);
  });

  test('"start" starts another', async () => {
    const job = addJob();
    const run = sandbox.store.startRun(job);
    const { json } = await runNode(
      node(operation, { ifRunning: 'start' }),
      credentials(),
      itemsOf([job]),
    );
    expect(json).toMatchObject([{ jobId: job }]);
    expect(json[0]?.id).not.toBe(run?.id);
    expect(sends()).toBe(1);
  });
});

test.each(['run', 'runAndWait'])(
  '%s: of several items of one job, "skip" starts a run for the first',
  async (operation) => {
    const jobs = addJobs(2);
    const { json } = await runNode(
      node(operation, { ifRunning: 'skip' }),
      credentials(),
      itemsOf([...jobs, ...jobs, ...jobs]),
    );
    expect(json.map(({ skipped }) => skipped)).toEqual([
      ...[undefined, undefined],
      ...[true, true, true, true],
    ]);
    expect(jobs.map((job) => runsOf(job).length)).toEqual([1, 1]);
  },
);

test('the names of 150 skipped jobs are asked for together', async () => {
  const jobs = addJobs(150);
  for (const job of jobs) sandbox.store.startRun(job);
  const { json } = await runNode(node('run', { ifRunning: 'skip' }), credentials(), itemsOf(jobs));
  expect(json.map(({ jobName }) => jobName)).toEqual(Array(150).fill('Job'));
  // Two looks and two requests for names, of up to 100 jobs each.
  expect(sandbox.stats.byOperation.job).toBe(4);
});

describe('"error"', () => {
  test('starts the others where the node continues on fail', async () => {
    const jobs = addJobs(4);
    sandbox.store.startRun(jobs[1] ?? '');
    const { outputs } = await runNode(
      node('run', { ifRunning: 'error' }, onErrorBranch),
      credentials(),
      itemsOf(jobs),
    );
    expect(outputs.map((items) => items.length)).toEqual([3, 1]);
    expect(sends()).toBe(3);
  });

  test('starts nothing where two items are to start one job', async () => {
    const jobs = addJobs(2);
    const { error } = await runNode(
      node('run', { ifRunning: 'error' }),
      credentials(),
      itemsOf([...jobs, jobs[0] ?? '']),
    );
    expect(error?.message).toBe(`Job ${jobs[0]} is started by the items 0 and 2`);
    expect(error?.description).toBe(
      'The second item would find the run of the first one. Nothing was started for them. Remove one item, or choose another value for "If Already Running".',
    );
    expect(error?.context).toMatchObject({ itemIndex: 2 });
    expect(sends()).toBe(0);
  });

  test('of two items of one job, the second one names the run of the first where the node continues on fail', async () => {
    const job = addJob();
    const { outputs } = await runNode(
      node('run', { ifRunning: 'error' }, onErrorBranch),
      credentials(),
      itemsOf([job, job]),
    );
    const [run] = runsOf(job);
    expect(outputs[0]?.map(({ json }) => json.id)).toEqual([run?.id]);
    expect(outputs[1]?.map(({ json }) => json.error)).toEqual([
      expect.stringMatching(`^Job ${job} is already running: run ${run?.id}, `),
    ]);
    expect(sends()).toBe(1);
  });

  test('denies nothing that an earlier try started', async () => {
    const jobs = addJobs(2);
    refuseStart(1);
    const { result } = await startNode(
      node(
        'run',
        { ifRunning: 'error' },
        { retryOnFail: true, maxTries: 2, waitBetweenTries: 500 },
      ),
      credentials(),
      itemsOf(jobs),
    );
    while (sends() < 2) await pause(5);
    const [first = '', second = ''] = jobs;
    const refused = runsOf(first).length === 0 ? first : second;
    sandbox.store.startRun(refused);
    const { error } = await result;
    expect(error?.message).toContain(`Job ${refused} is already running`);
    expect(error?.description).toContain('Runs that were started:');
    expect(error?.description).not.toMatch(/^Nothing was started\.|\sNothing was started\./);
  });
});

describe('of two items of one job whose first one fails, the second one', () => {
  test.each(['take', 'skip'])('starts a run of its own, with "%s"', async (ifRunning) => {
    const job = addJob();
    refuseStart();
    const { outputs } = await runNode(
      node('run', { ifRunning }, onErrorBranch),
      credentials(),
      itemsOf([job, job]),
    );
    const [run] = runsOf(job);
    expect(outputs.map((items) => items.map(({ pairedItem }) => pairedItem))).toEqual([
      [{ item: 1 }],
      [{ item: 0 }],
    ]);
    expect(outputs[0]?.[0]?.json).toMatchObject({ id: run?.id });
    expect(outputs[0]?.[0]?.json.skipped).toBeUndefined();
    expect(sends()).toBe(2);
  });

  test('goes on with the run that was under way before', async () => {
    const job = addJob();
    const run = sandbox.store.startRun(job);
    refuseStart();
    const { outputs } = await runNode(
      node('run', { ifRunning: '={{ $json.ifRunning }}' }, onErrorBranch),
      credentials(),
      [
        { jobId: job, ifRunning: 'start' },
        { jobId: job, ifRunning: 'take' },
      ],
    );
    expect(outputs[0]?.map(({ json }) => json.id)).toEqual([run?.id]);
    expect(sends()).toBe(1);
  });

  test('starts nothing where it is not known whether that began a run', async () => {
    const job = addJob();
    sandbox.accidents.add({ kind: 'resetBefore', operation: 'runJob' });
    const { outputs } = await runNode(
      node('run', { ifRunning: 'take', onLostAnswer: 'error' }, onErrorBranch),
      credentials(),
      itemsOf([job, job]),
    );
    expect(outputs[1]?.map(({ json }) => [json.errorCode, json.mayHaveHappened])).toEqual([
      ['OUTCOME_UNKNOWN', true],
      ['OUTCOME_UNKNOWN', true],
    ]);
    expect(sends()).toBe(1);
  });
});

describe('a job that cannot be looked at', () => {
  const unknown = '20000000-0000-4000-8000-00000000dead';

  test('is not started; the others are, where the node continues on fail', async () => {
    const { outputs } = await runNode(
      node('run', { ifRunning: 'take' }, onErrorBranch),
      credentials(),
      itemsOf([unknown, addJob()]),
    );
    expect(outputs.map((items) => items.map(({ pairedItem }) => pairedItem))).toEqual([
      [{ item: 1 }],
      [{ item: 0 }],
    ]);
    expect(sends()).toBe(1);
  });

  test('keeps the others from being started where the node stops on error', async () => {
    const { error } = await runNode(
      node('run', { ifRunning: 'take' }),
      credentials(),
      itemsOf([addJob(), unknown]),
    );
    expect(error?.context).toMatchObject({ itemIndex: 1 });
    expect(sends()).toBe(0);
  });
});
