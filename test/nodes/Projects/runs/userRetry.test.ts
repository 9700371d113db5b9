import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { retryNode } from '../../../support/engine/runWorkflow';
import { ownSandbox as sandbox, testBeside } from '../../../support/ownSandbox';
import { jobNode, jobRunsOn } from './jobRuns';

process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = '1';

const test = testBeside({ seedRuns: false });
const { credentials, addJob, addJobs, runsOf, sends, failStart, run, retry } = jobRunsOn(sandbox);
const refuseStart = (skip = 0) => failStart({ kind: 'status', status: 409, skip });
const reads = () => sandbox().stats.byOperation.job ?? 0;
const LONG = { durationSeconds: 30 };

describe("a user's retry", () => {
  test('starts what was not started, and keeps the rest', async () => {
    const jobs = [addJob(LONG), addJob(LONG)];
    refuseStart(1);
    const failed = await run(jobNode('run'), jobs);
    expect(failed.error?.description).toContain('Runs that were started:');
    const { json, error } = await retry(failed, jobNode('run'));
    expect(error).toBeUndefined();
    expect(json.map(({ id }) => id)).toEqual(jobs.map((job) => runsOf(job)[0]?.id));
    expect(jobs.map((job) => runsOf(job).length)).toEqual([1, 1]);
  });

  test('waits for the runs of 50 items that the failed execution started', async () => {
    const jobs = addJobs(50, () => ({ durationSeconds: 3 }));
    const failed = await run(jobNode('runAndWait', { timeout: 1 }), jobs);
    expect(failed.error?.message).toContain('has not ended within 1 s');
    const again = await retry(failed, jobNode('runAndWait'));
    expect(again.error).toBeUndefined();
    expect(again.json.map(({ id }) => id)).toEqual(jobs.map((job) => runsOf(job)[0]?.id));
    expect(sends()).toBe(50);
  });

  test('starts a new run after one whose failure was reported', async () => {
    const job = addJob({ outcome: ['FAILED'] });
    const failed = await run(jobNode('runAndWait'), [job]);
    expect(failed.error?.message).toContain('(run 1)');
    const again = await retry(failed, jobNode('runAndWait'));
    expect(again.error?.message).toContain('(run 2)');
    expect(sends()).toBe(2);
  });

  test("keeps an adopted run as someone else's", async () => {
    const [live, refused] = [addJob(LONG), addJob(LONG)];
    const taken = sandbox().store.startRun(live);
    const taking = jobNode('run', { ifRunning: 'take' });
    refuseStart();
    const failed = await run(taking, [live, refused]);
    refuseStart();
    const again = await retry(failed, taking);
    for (const { error } of [failed, again]) {
      expect(error?.context).toMatchObject({ itemIndex: 1 });
      expect(error?.description).not.toContain('Runs that were started');
    }
    const { json } = await retry(again, taking);
    expect(json.map(({ id }) => id)).toEqual([taken?.id, runsOf(refused)[0]?.id]);
  });

  test('blames the item that is still to start for a run that is under way', async () => {
    const job = addJob(LONG);
    refuseStart(1);
    const failed = await run(jobNode('run'), [job, job]);
    const { error } = await retry(failed, jobNode('run', { ifRunning: 'error' }));
    const [first] = runsOf(job);
    expect(error?.message).toBe(`Job ${job} is already running: run 1 (${first?.id}), RUNNING`);
    expect(error?.context).toMatchObject({ itemIndex: 1 });
    expect(sends()).toBe(2);
  });

  test.each([
    ['look', 1],
    ['startAgain', 0],
  ])('with "%s" reads the runs %i times before it starts', async (onLostAnswer, expected) => {
    const node = jobNode('run', { onLostAnswer });
    refuseStart();
    const failed = await run(node, [addJob()]);
    const before = reads();
    await retry(failed, node);
    expect(reads() - before).toBe(expected);
    expect(sends()).toBe(2);
  });
});

describe.each(['run', 'runAndWait'])('%s, after a start of which nothing is known', (operation) => {
  const failing = async (job: string) => {
    failStart({ kind: 'status', status: 504 });
    const failed = await run(jobNode(operation), [job]);
    expect(failed.error?.message).toContain('It is not known whether');
    return failed;
  };

  test('names the live run that the failed execution may have started, and starts nothing', async () => {
    const job = addJob(LONG);
    const failed = await failing(job);
    const late = sandbox().store.startRun(job);
    const { error } = await retry(failed, jobNode(operation));
    expect(error?.message).toBe(
      `Job ${job} has a current run that the failed execution may have started: run 1 (${late?.id}), RUNNING`,
    );
    expect(error?.description).toBe(
      'Nothing was started for this item. To continue with that run, set "If Already Running" to "Use the Current Run". To start another run, wait until it ends, or set "If the Response Is Lost" to "Start Again".',
    );
    expect(sends()).toBe(1);
  });

  test.each([
    ['continues with it if the user says so', { ifRunning: 'take' }, 1],
    ['starts another if the job may run twice', { onLostAnswer: 'startAgain' }, 2],
  ])('%s', async (_name, options, sent) => {
    const job = addJob({ durationSeconds: 2 });
    const failed = await failing(job);
    const late = sandbox().store.startRun(job);
    const again = await retry(failed, jobNode(operation, options));
    expect(again.error).toBeUndefined();
    expect(again.json[0]?.id === late?.id).toBe(sent === 1);
    expect(sends()).toBe(sent);
  });
});

test('in another process, the second of two items with one job gets a run of its own', async () => {
  const job = addJob(LONG);
  refuseStart(1);
  const failed = await run(jobNode('run'), [job, job]);
  failStart({});
  const child = fork(path.join(__dirname, 'retryProcess.ts'), { execArgv: ['--import', 'tsx'] });
  child.send([failed, jobNode('run'), credentials()] satisfies Parameters<typeof retryNode>);
  const [{ json, error }] = (await once(child, 'message')) as [
    { json: Array<{ id?: string }>; error?: string },
  ];
  expect(error).toBeUndefined();
  expect(new Set(json.map(({ id }) => id))).toEqual(new Set(runsOf(job).map(({ id }) => id)));
  expect(runsOf(job)).toHaveLength(2);
});

test.each([
  ['start', undefined, 2],
  ['take', 'it accepts only registered queries', 1],
])('on a platform of registered queries, with "%s"', async (ifRunning, message, sent) => {
  const errors = [{ message: 'Only persisted queries are allowed' }];
  for (const operation of ['__schema', 'job']) {
    sandbox().accidents.add({ kind: 'errors', operation, errors, times: 1_000 });
  }
  failStart({ kind: 'status', status: 403 });
  const failed = await run(jobNode('run'), [addJob(LONG)]);
  const { error } = await retry(failed, jobNode('run', { ifRunning }));
  expect(error?.message).toEqual(message && expect.stringContaining(message));
  expect(sends()).toBe(sent);
});
