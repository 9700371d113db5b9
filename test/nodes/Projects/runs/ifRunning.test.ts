import { setTimeout as pause } from 'node:timers/promises';
import { ownSandbox as sandbox, testBeside } from '../../../support/ownSandbox';
import { CONTINUES, jobNode, jobRunsOn, RETRIES } from './jobRuns';

/** The option "If Already Running". */

const test = testBeside({ seedRuns: false });
const on = jobRunsOn(sandbox);
const { runsOf, sends, run, start } = on;

/** Jobs whose runs go on. */
const addJobs = (count: number) => on.addJobs(count, () => ({ durationSeconds: null }));
const addJob = () => addJobs(1)[0] ?? '';
const refuseStart = (skip = 0) => on.failStart({ kind: 'status', status: 409, skip });
const itemsOf = (outputs: Array<Array<{ pairedItem?: unknown }>>) =>
  outputs.map((items) => items.map(({ pairedItem }) => pairedItem));

describe.each(['run', 'runAndWait'])('%s, with a run under way', (operation) => {
  // A run that is waited for goes on, however long the machine takes to read it.
  const node = (ifRunning: string) =>
    jobNode(operation, { ifRunning, timeout: 1, onTimeout: 'output' });

  test('"take" continues with it, for 100 items', async () => {
    const job = addJob();
    const live = sandbox().store.startRun(job);
    const { json } = await run(node('take'), Array<string>(100).fill(job));
    expect(json.map(({ id }) => id)).toEqual(Array(100).fill(live?.id));
    expect(sends()).toBe(0);
    // One read for all items; waiting asks once more, for the names.
    expect(sandbox().stats.byOperation.job).toBe(operation === 'runAndWait' ? 2 : 1);
  });

  test('"skip" returns it at once, and asks for the names of 101 jobs together', async () => {
    const jobs = addJobs(101);
    const live = jobs.map((job) => sandbox().store.startRun(job)?.id);
    const { json } = await run(node('skip'), jobs);
    const expected = { number: 1, jobName: 'Job', status: 'RUNNING', skipped: true };
    expect(json).toMatchObject(jobs.map((jobId, n) => ({ ...expected, id: live[n], jobId })));
    // Two reads and two requests for names, of up to 100 jobs each.
    expect(sandbox().stats.byOperation.job).toBe(4);
  });

  test('"error" names it, and starts nothing if the node stops on error', async () => {
    const jobs = addJobs(3);
    const busy = jobs[1] ?? '';
    const live = sandbox().store.startRun(busy);
    const { error } = await run(node('error'), jobs);
    expect(error?.message).toBe(`Job ${busy} is already running: run 1 (${live?.id}), RUNNING`);
    expect(error?.description).toBe(
      'Nothing was started for this item. Wait until that run ends, or choose another value for "If Already Running".',
    );
    expect(error?.context).toMatchObject({ itemIndex: 1 });
    expect(sends()).toBe(0);
  });

  test('of several items of one job, "skip" starts a run for the first', async () => {
    const jobs = addJobs(2);
    const { json } = await run(node('skip'), [...jobs, ...jobs, ...jobs]);
    const skipped = [undefined, undefined, true, true, true, true];
    expect(json.map((item) => item.skipped)).toEqual(skipped);
    expect(jobs.map((job) => runsOf(job).length)).toEqual([1, 1]);
  });
});

describe('"error"', () => {
  test('starts the others if the node continues on fail', async () => {
    const [job, busy] = [addJob(), addJob()];
    sandbox().store.startRun(busy);
    const items = [job, busy, job];
    const { outputs } = await run(jobNode('run', { ifRunning: 'error' }, CONTINUES), items);
    expect(itemsOf(outputs)).toEqual([[{ item: 0 }], [{ item: 1 }, { item: 2 }]]);
    // Of two items of one job, the second one names the run of the first.
    const [started] = runsOf(job);
    expect(outputs[1]?.[1]?.json.error).toMatch(
      `Job ${job} is already running: run ${started?.id}, `,
    );
    expect(sends()).toBe(1);
  });

  test('starts nothing if two items are to start one job', async () => {
    const jobs = addJobs(2);
    const { error } = await run(jobNode('run', { ifRunning: 'error' }), [...jobs, jobs[0] ?? '']);
    expect(error?.message).toBe(`Job ${jobs[0]} is started by the items 0 and 2`);
    expect(error?.description).toBe(
      'The second item would find the run of the first one. Nothing was started for them. Remove one item, or choose another value for "If Already Running".',
    );
    expect(error?.context).toMatchObject({ itemIndex: 2 });
    expect(sends()).toBe(0);
  });

  test('denies nothing that an earlier try started', async () => {
    const jobs = addJobs(2);
    refuseStart(1);
    const settings = { ...RETRIES, maxTries: 2, waitBetweenTries: 500 };
    const { result } = await start(jobNode('run', { ifRunning: 'error' }, settings), jobs);
    while (sends() < 2) await pause(5);
    const [first = '', second = ''] = jobs;
    const refused = runsOf(first).length === 0 ? first : second;
    sandbox().store.startRun(refused);
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
    const { outputs } = await run(jobNode('run', { ifRunning }, CONTINUES), [job, job]);
    expect(itemsOf(outputs)).toEqual([[{ item: 1 }], [{ item: 0 }]]);
    expect(outputs[0]?.[0]?.json).toMatchObject({ id: runsOf(job)[0]?.id });
    expect(outputs[0]?.[0]?.json.skipped).toBeUndefined();
    expect(sends()).toBe(2);
  });

  test('continues with the run that was under way before', async () => {
    const jobId = addJob();
    const live = sandbox().store.startRun(jobId);
    refuseStart();
    const node = jobNode('run', { ifRunning: '={{ $json.ifRunning }}' }, CONTINUES);
    const { outputs } = await run(node, [
      { jobId, ifRunning: 'start' },
      { jobId, ifRunning: 'take' },
    ]);
    expect(outputs[0]?.map(({ json }) => json.id)).toEqual([live?.id]);
    expect(sends()).toBe(1);
  });

  test('starts nothing if it is not known whether that began a run', async () => {
    const job = addJob();
    on.failStart({ kind: 'resetBefore' });
    const options = { ifRunning: 'take', onLostAnswer: 'error' };
    const { outputs } = await run(jobNode('run', options, CONTINUES), [job, job]);
    expect(outputs[1]?.map(({ json }) => [json.errorCode, json.mayHaveHappened])).toEqual([
      ['OUTCOME_UNKNOWN', true],
      ['OUTCOME_UNKNOWN', true],
    ]);
    expect(sends()).toBe(1);
  });
});

test('a job that cannot be read is not started; the others are if the node continues on fail', async () => {
  const jobs = ['20000000-0000-4000-8000-00000000dead', addJob()];
  const { error } = await run(jobNode('run', { ifRunning: 'take' }), jobs);
  expect(error?.context).toMatchObject({ itemIndex: 0 });
  expect(sends()).toBe(0);
  const { outputs } = await run(jobNode('run', { ifRunning: 'take' }, CONTINUES), jobs);
  expect(itemsOf(outputs)).toEqual([[{ item: 1 }], [{ item: 0 }]]);
});
