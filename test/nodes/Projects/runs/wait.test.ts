import { setTimeout as pause } from 'node:timers/promises';
import type { NodeApiError } from 'n8n-workflow';
import { infoLinesOf } from '../../../support/engine/infoLines';
import { ownSandbox as sandbox, testBeside } from '../../../support/ownSandbox';
import { CONTINUES, jobNode, jobRunsOn } from './jobRuns';

const test = testBeside({ seedRuns: false });
const { addJob, addJobs, runsOf, run, start } = jobRunsOn(sandbox);

const runAndWait = (options: object = {}) => jobNode('runAndWait', { timeout: 25, ...options });
const ENDLESS = { durationSeconds: null, killSeconds: 0 };
const statusOf = (job: string) => runsOf(job)[0]?.status;
const eventually = async (condition: () => boolean) => {
  while (!condition()) await pause(5);
};

test('a run that fails carries its last log lines, and not those of its environment', async () => {
  const job = addJob({
    outcome: 'FAILED',
    outcomeDetails: 'Exit code 3',
    durationSeconds: 1,
    logLines: [
      { stream: 'ENVVARS_STDOUT', value: 'PASSWORD=secret' },
      ...Array.from({ length: 30 }, (_, n) => ({ stream: 'STDOUT', value: `line ${n}` })),
      { stream: 'STDERR', value: 'ValueError: no such column' },
    ],
  });
  const { error } = await run(runAndWait({ logLines: 3 }), [job]);
  expect(error?.message).toBe('Job failed after 1 s: Exit code 3 (run 1)');
  expect(error?.description).toContain(`Job ${job} · run 1 (`);
  // The message has the reason already.
  expect(error?.description).not.toMatch(/Exit code 3/);
  expect(error?.description).toMatch(/line 28\nline 29\nValueError: no such column$/);
  // What the editor shows in place of the description.
  expect((error as NodeApiError).context.descriptionTemplate).toMatch(
    /line 28<br>line 29<br>ValueError: no such column$/,
  );
  // Nor is its run named once more, as one that was started.
  expect(error?.description).not.toMatch(/line 27|secret|Runs that were started/);
  const output = await run(runAndWait({ logLines: 1, onFailure: 'output' }), [job]);
  expect(output.json).toMatchObject([
    { status: 'FAILED', jobId: job, lastLogLines: ['ValueError: no such column'] },
  ]);
});

describe('a run that does not end in time', () => {
  test('fails the node with its ID and goes on', async () => {
    const job = addJob(ENDLESS);
    const node = jobNode('runAndWait', { timeout: 2 }, CONTINUES);
    const { outputs } = await run(node, [job]);
    expect(outputs[1]?.[0]?.json).toMatchObject({
      error: `Job has not ended within 2 s: run ${runsOf(job)[0]?.id}`,
      errorDescription: expect.stringContaining('Its last known status was RUNNING.'),
      mayHaveHappened: true,
    });
    expect(statusOf(job)).toBe('RUNNING');
  });

  test('is returned as it was last read', async () => {
    const { json } = await run(runAndWait({ timeout: 2, onTimeout: 'output' }), [addJob(ENDLESS)]);
    expect(json[0]).toMatchObject({ status: 'RUNNING', timedOut: true });
  });

  test('is stopped, and then counts as one that did not succeed', async () => {
    const options = { timeout: 1, onTimeout: 'stop', onFailure: 'output' };
    const { json } = await run(runAndWait(options), [addJob(ENDLESS)]);
    expect(json[0]).toMatchObject({ status: 'KILLED', lastLogLines: [] });
  });
});

describe('a cancel', () => {
  /** Cancels once the runs are polled. @returns what the node has logged of runs that go on */
  async function cancelled(jobs: string[], options: object) {
    const lines = await infoLinesOf(async () => {
      const { result, cancel } = await start(runAndWait(options), jobs);
      await eventually(() => (sandbox().stats.byOperation.jobInstance ?? 0) > 1);
      const cancelledAt = Date.now();
      cancel();
      await result;
      // A second on a machine that does nothing else.
      expect(Date.now() - cancelledAt).toBeLessThan(2_000);
      // n8n does not wait for a node that it has cancelled.
      await pause(500);
    });
    return lines.filter((line) => line.includes('still running'));
  }

  test('leaves runs as they are, and names the first 20 in the log', async () => {
    const jobs = addJobs(21, () => ENDLESS);
    const [line = '', ...others] = await cancelled(jobs, {});
    expect(others).toEqual([]);
    const runs = jobs.map((job) => runsOf(job)[0]);
    expect(runs.map((one) => one?.status)).toEqual(jobs.map(() => 'RUNNING'));
    expect(line).toMatch(/Node: 21 runs are still running on the platform \(.* and 1 more\)\./);
    expect(runs.filter((one) => line.includes(String(one?.id)))).toHaveLength(20);
  });

  test('with "Stop on Cancel" stops runs; an adopted run goes on, and is reported', async () => {
    const [live, own] = [addJob(ENDLESS), addJob(ENDLESS)];
    const taken = sandbox().store.startRun(live);
    const options = { ifRunning: 'take', stopOnCancel: true };
    const lines = await cancelled([live, own], options);
    await eventually(() => statusOf(own) === 'KILLED');
    expect(statusOf(live)).toBe('RUNNING');
    expect(lines).toEqual([
      `Node: a run is still running on the platform (${taken?.id}). Stop it there or with the operation "Stop"; the option "Stop on Cancel" does so next time.`,
    ]);
  });
});
