import { retryNode, runNode } from '../../../../harness/engine/runWorkflow';
import { ownSandbox as sandbox, testBeside } from '../../../support/ownSandbox';

beforeAll(() => {
  process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = '1';
});
afterAll(() => {
  delete process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS;
});

const test = testBeside({ seedRuns: false });

const credentials = () => ({ dataPlatformApi: sandbox().credentials });
const node = (operation: string, options: object = {}) => ({
  parameters: {
    resource: 'job',
    operation,
    jobId: { __rl: true, mode: 'id', value: '={{ $json.jobId }}' },
    options: options as never,
  },
});
const addJob = (durationSeconds: number) =>
  sandbox().store.addJob({ name: 'Job', script: { queueSeconds: 0, durationSeconds } }).id;
const runsOf = (job: string) => sandbox().store.runsOfJob(job);
const sends = () => sandbox().stats.byOperation.runJob ?? 0;

test.each([1, 100])('%d items keep the runs that the failed execution started', async (count) => {
  const jobs = Array.from({ length: count }, () => addJob(4));
  const items = jobs.map((job) => ({ jobId: job }));
  const failed = await runNode(
    node('runAndWait', { timeout: 1, pollInterval: 1 }),
    credentials(),
    items,
  );
  expect(failed.error?.message).toContain('has not ended within 1 s');
  const again = await retryNode(failed, node('runAndWait', { pollInterval: 1 }), credentials());
  expect(again.error).toBeUndefined();
  expect(again.json.map(({ id }) => id)).toEqual(jobs.map((job) => runsOf(job)[0]?.id));
  expect(sends()).toBe(count);
});

test('a run whose failure was reported is followed by a new one', async () => {
  const script = { queueSeconds: 0, durationSeconds: 1, outcome: ['FAILED' as const] };
  const job = sandbox().store.addJob({ name: 'Job', script }).id;
  const failed = await runNode(node('runAndWait', { pollInterval: 1 }), credentials(), [
    { jobId: job },
  ]);
  expect(failed.error?.message).toContain('(run 1)');
  const again = await retryNode(failed, node('runAndWait', { pollInterval: 1 }), credentials());
  expect(again.error?.message).toContain('(run 2)');
  expect(sends()).toBe(2);
});

test("an adopted run stays someone else's", async () => {
  const [own, live] = [addJob(30), addJob(30)];
  const run = sandbox().store.startRun(live);
  const waiting = node('runAndWait', { ifRunning: 'take', pollInterval: 1, timeout: 1 });
  const failed = await runNode(waiting, credentials(), [{ jobId: own }, { jobId: live }]);
  const again = await retryNode(failed, waiting, credentials());
  for (const { error } of [failed, again]) {
    // Of the runs that were started, the only one is named by the failure itself.
    expect(error?.message).toContain(String(runsOf(own)[0]?.id));
    expect(error?.description).not.toContain(String(run?.id));
  }
  expect(sends()).toBe(1);
});

describe.each(['run', 'runAndWait'])('%s, after a start of which nothing is known', (operation) => {
  const failing = async (job: string) => {
    sandbox().accidents.add({ kind: 'status', status: 504, operation: 'runJob' });
    const failed = await runNode(node(operation, { pollInterval: 1 }), credentials(), [
      { jobId: job },
    ]);
    expect(failed.error?.message).toContain('It is not known whether');
    return failed;
  };

  test('names the live run that the failed execution may have started, and starts nothing', async () => {
    const job = addJob(30);
    const failed = await failing(job);
    const late = sandbox().store.startRun(job);
    const { error } = await retryNode(failed, node(operation), credentials());
    expect(error?.message).toBe(
      `Job ${job} has a current run that the failed execution may have started: run 1 (${late?.id}), RUNNING`,
    );
    expect(error?.description).toContain('If Already Running');
    expect(sends()).toBe(1);
  });

  test.each([
    ['goes on with it where the user says so', { ifRunning: 'take' }, 1],
    ['starts another where the job may run twice', { onLostAnswer: 'startAgain' }, 2],
  ])('%s', async (_name, options, sent) => {
    const job = addJob(2);
    const failed = await failing(job);
    const late = sandbox().store.startRun(job);
    const again = await retryNode(
      failed,
      node(operation, { ...options, pollInterval: 1 }),
      credentials(),
    );
    expect(again.error).toBeUndefined();
    expect(again.json[0]?.id === late?.id).toBe(sent === 1);
    expect(sends()).toBe(sent);
  });

  test('starts a run where none is under way', async () => {
    const job = addJob(1);
    const failed = await failing(job);
    const again = await retryNode(failed, node(operation, { pollInterval: 1 }), credentials());
    expect(again.error).toBeUndefined();
    expect(sends()).toBe(2);
    expect(runsOf(job)).toHaveLength(1);
  });
});
