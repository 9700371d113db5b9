import { setTimeout as pause } from 'node:timers/promises';
import type { NodeApiError } from 'n8n-workflow';
import { JOB } from '../../../../nodes/Projects/runs/runnable';
import { awaitItem, STOP_TIMEOUT_MS } from '../../../../nodes/Projects/runs/wait/awaitItem';
import { OutcomeUnknownError, PlatformError } from '../../../../platform/common/errors/errors';
import type { WaitResult } from '../../../../platform/runs/wait/failure';
import { captureInfoLines } from '../../../support/engine/infoLines';
import { describeBeside, ownSandbox as sandbox, testBeside } from '../../../support/ownSandbox';
import { buildTestNode } from '../../../support/buildTestNode';
import { CONTINUES, jobNode, jobRunsOn, RETRIES } from './jobRuns';

const test = testBeside({ seedRuns: false });
const { addJob, addJobs, failStart, runsOf, run, start } = jobRunsOn(sandbox);

process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS = '3';
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
      { stream: 'STDERR', value: '\u001b[31mValueError\u001b[0m: no such column' },
    ],
  });
  const { error } = await run(jobNode('runAndWait', { logLines: 3 }), [job]);
  expect(error?.message).toBe('Job failed after 1 s: Exit code 3 (run 1)');
  const description = String(error?.description);
  expect(description).toContain(`Job ${job} · run 1 (`);
  expect(description).toMatch(/line 28\nline 29\nValueError: no such column$/);
  // The message has the reason already; nor is its run named once more, as one that was started.
  expect(description).not.toMatch(/Exit code 3|line 27|secret|Runs that were started/);
  // What the editor shows in place of the description.
  const { descriptionTemplate } = (error as NodeApiError).context;
  expect(descriptionTemplate).toMatch(/line 28<br>line 29<br>ValueError: no such column$/);
  const { json } = await run(jobNode('runAndWait', { logLines: 1, onFailure: 'output' }), [job]);
  const lastLogLines = ['ValueError: no such column'];
  expect(json).toMatchObject([{ status: 'FAILED', jobId: job, lastLogLines }]);
});

test('more log lines than a summary has are refused before anything is started', async () => {
  const job = addJob();
  const { error } = await run(jobNode('runAndWait', { logLines: 1_001 }), [job]);
  expect(error?.message).toBe('"Log Lines" must be a whole number from 0 to 1000, not 1001');
  expect(runsOf(job)).toEqual([]);
});

describeBeside('a run that does not end in time', () => {
  test('fails the node with its ID and goes on', async () => {
    const job = addJob(ENDLESS);
    const { outputs } = await run(jobNode('runAndWait', { timeout: 5 }, CONTINUES), [job]);
    expect(outputs[1]?.[0]?.json).toMatchObject({
      error: `Job has not ended within 5 s: run ${runsOf(job)[0]?.id}`,
      errorDescription: expect.stringContaining(
        'Its last known status was RUNNING. The run continues on the platform. Increase',
      ),
      mayHaveHappened: true,
      ...{ jobId: job, status: 'RUNNING' },
    });
    expect(statusOf(job)).toBe('RUNNING');
  });

  test('counts from when the node found it, also if the run is older', async () => {
    const job = addJob({ durationSeconds: 3_603 });
    sandbox().store.startRun(job, { requestedAt: Date.now() - 3_600_000 });
    const { json } = await run(jobNode('runAndWait', { timeout: 20, ifRunning: 'take' }), [job]);
    expect(json).toMatchObject([{ number: 1, status: 'SUCCEEDED' }]);
  });

  test('that was never read is returned as unknown; its failure says nothing of it', async () => {
    sandbox().faults.add({ kind: 'hang', operation: 'jobInstance', times: 99 });
    const jobId = addJob(ENDLESS);
    const unread = async (onTimeout: string) => {
      const node = jobNode('runAndWait', { timeout: 1, onTimeout }, CONTINUES);
      const { outputs } = await run(node, [jobId]);
      return outputs.flat()[0]?.json;
    };
    const known = { jobName: 'Job', jobId, status: 'UNKNOWN', succeeded: null, timedOut: true };
    expect(await unread('output')).toMatchObject(known);
    expect(Object.keys((await unread('error')) ?? {})).not.toContain('status');
  });

  test.each([
    ['is returned as it was last read', 'output', { status: 'RUNNING', timedOut: true }],
    ['is stopped, and then did not succeed', 'stop', { status: 'KILLED', lastLogLines: [] }],
  ])('%s', async (_what, onTimeout, expected) => {
    const options = { timeout: 5, onTimeout, onFailure: 'output' };
    const { json } = await run(jobNode('runAndWait', options), [addJob(ENDLESS)]);
    expect(json).toMatchObject([expected]);
  });
});

describeBeside('"Wait" whose time is up says whether it changed the run', () => {
  const refused = { kind: 'errors', errors: [{ message: 'Access is denied' }] } as const;
  test.each([
    ['not stopped', 'error', undefined, { errorCode: 'TIMED_OUT', mayHaveHappened: false }],
    ['stopped', 'stop', undefined, { errorCode: 'RUN_STOPPED', mayHaveHappened: true }],
    ['refused', 'stop', refused, { errorCode: 'TIMED_OUT', mayHaveHappened: false }],
  ] as const)('%s', async (_what, onTimeout, fault, expected) => {
    const jobId = addJob(ENDLESS);
    const runId = sandbox().store.startRun(jobId)?.id ?? '';
    if (fault) sandbox().faults.add({ ...fault, operation: 'stopJobInstance' });
    const { parameters } = jobNode('wait', { timeout: 1, onTimeout });
    const node = {
      parameters: {
        ...parameters,
        resource: 'jobRun',
        runId: { __rl: true, mode: 'id', value: '={{ $json.runId }}' },
      },
      settings: CONTINUES,
    };
    const { outputs } = await run(node, [{ jobId, runId }]);
    expect(outputs[1]?.[0]?.json).toMatchObject(expected);
  });
});

describeBeside('a cancel', () => {
  /** Cancels once the runs are polled. @returns what the node has logged of runs that go on */
  async function cancelled(jobs: string[], options: object) {
    const lines = await captureInfoLines(async () => {
      const { result, cancel } = await start(jobNode('runAndWait', options), jobs);
      await eventually(() => (sandbox().stats.byOperation.jobInstance ?? 0) > 1);
      cancel();
      await result;
      // n8n does not wait for a node that it has cancelled.
      await pause(500);
    });
    return lines.filter((line) => line.includes('still be running'));
  }

  test('leaves runs as they are, and names the first 20 in the log', async () => {
    const jobs = addJobs(21, () => ENDLESS);
    const [line = '', ...others] = await cancelled(jobs, {});
    expect(others).toEqual([]);
    const runs = jobs.map((job) => runsOf(job)[0]);
    expect(runs.map((one) => one?.status)).toEqual(jobs.map(() => 'RUNNING'));
    expect(line).toMatch(/Node: 21 runs may still be running on the platform \(.* and 1 more\)\./);
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
      `Node: a run may still be running on the platform (${taken?.id}). Stop it there or with the operation "Stop".`,
    ]);
  });

  /** Cancels after 2 s, before the window of a lost start is over. @returns the lines that name the job or its run */
  async function namedAfter(
    job: string,
    options: object,
    items: Array<Record<string, string>>,
    settings = {},
  ) {
    const lines = await captureInfoLines(async () => {
      const { result, cancel } = await start(jobNode('runAndWait', options, settings), items);
      await pause(2_000);
      cancel();
      await result;
      await pause(2_500);
    });
    const isNamed = (line: string) => line.includes(runsOf(job)[0]?.id ?? job);
    return lines.filter((line) => isNamed(line) && !line.includes('Started run'));
  }

  test.each([true, false])(
    'also concerns a run whose wait timed out before; "Stop on Cancel" %s',
    async (stopOnCancel) => {
      const [timedOut = '', waiting = ''] = addJobs(2, () => ENDLESS);
      const timeout = '={{ Number($json.timeout) }}';
      const options = { timeout, onTimeout: 'output', stopOnCancel };
      const items = [
        { jobId: timedOut, timeout: '1' },
        { jobId: waiting, timeout: '60' },
      ];
      const lines = await namedAfter(timedOut, options, items);
      expect(statusOf(timedOut)).toBe(stopOnCancel ? 'KILLED' : 'RUNNING');
      expect(lines).toHaveLength(stopOnCancel ? 0 : 1);
    },
  );

  test.each([
    ['names a run that was still looked for', 'resetAfter', 'a run may still be running on'],
    ['reports a start of which it is not known', 'resetBefore', 'It is not known whether a run of'],
  ] as const)('%s', async (_what, kind, expected) => {
    const job = addJob(ENDLESS);
    failStart({ kind });
    const lines = await namedAfter(job, { stopOnCancel: false }, [{ jobId: job }]);
    expect(lines).toEqual([expect.stringContaining(`Node: ${expected}`)]);
  });

  describeBeside('between two tries', () => {
    const settings = { ...RETRIES, waitBetweenTries: 2_500 };

    test.each([true, false])('counts for a run whose wait timed out; %s', async (stopOnCancel) => {
      const job = addJob(ENDLESS);
      const options = { timeout: 1, stopOnCancel };
      const lines = await namedAfter(job, options, [{ jobId: job }], settings);
      expect(statusOf(job)).toBe(stopOnCancel ? 'KILLED' : 'RUNNING');
      expect(lines.map((line) => line.slice(0, 38))).toEqual(
        stopOnCancel ? [] : ['Node: a run may still be running on th'],
      );
    });

    test('reports a start of which it is not known', async () => {
      const job = addJob(ENDLESS);
      failStart({ kind: 'resetBefore' });
      const options = { onLostAnswer: 'error' };
      const lines = await namedAfter(job, options, [{ jobId: job }], settings);
      expect(lines).toEqual([expect.stringContaining('It is not known whether a run of')]);
    });
  });

  describe('of "Wait" before the run was read', () => {
    const UNKNOWN_ID = '20000000-0000-4000-8000-00000000dead';

    /** Cancels while the platform does not respond. @returns what the node has logged of the run */
    async function cancelledUnread(value: string, stopOnCancel: boolean) {
      sandbox().faults.add({ kind: 'hang', operation: 'jobInstance', times: 99 });
      const { parameters } = jobNode('wait', { stopOnCancel });
      const runId = { __rl: true, mode: 'id', value };
      const node = { parameters: { ...parameters, resource: 'jobRun', runId }, settings: {} };
      const lines = await captureInfoLines(async () => {
        const { result, cancel } = await start(node, ['']);
        await eventually(() => (sandbox().stats.byOperation.jobInstance ?? 0) > 0);
        cancel();
        await result;
        await pause(500);
      });
      return lines.filter((line) => line.includes(value));
    }

    test.each([
      ['stops the run with "Stop on Cancel"', true, 'KILLED'],
      ['leaves it without', false, 'RUNNING'],
    ])('%s', async (_what, stopOnCancel, status) => {
      const job = addJob(ENDLESS);
      const { id = '' } = sandbox().store.startRun(job) ?? {};
      expect(await cancelledUnread(id, stopOnCancel)).toEqual([]);
      expect(statusOf(job)).toBe(status);
    });

    test.each([
      [true, [expect.stringContaining(`the run ${UNKNOWN_ID} could not be stopped: `)]],
      [false, []],
    ])('does not name an ID that is no run as one that continues', async (stopOnCancel, lines) => {
      expect(await cancelledUnread(UNKNOWN_ID, stopOnCancel)).toEqual(lines);
    });
  });

  test('names a run that could not be stopped', async () => {
    const job = addJob(ENDLESS);
    sandbox().faults.add({ kind: 'status', status: 409, operation: 'stopJobInstance' });
    const lines = await namedAfter(job, { stopOnCancel: true }, [{ jobId: job }]);
    expect(lines).toEqual([expect.stringContaining('could not be stopped: ')]);
  });
});

/** Cases that take a sandbox a minute. */

const refused = new PlatformError('this login may not', { hint: 'Ask.' });
const lost = new OutcomeUnknownError(new PlatformError('the connection broke', refused));

interface Setting {
  waits: WaitResult[];
  stop?: Error;
}

function outcome({ waits, stop }: Setting) {
  const limits: number[] = [];
  const onStopSent = jest.fn();
  const runs = {
    stop: async () => {
      if (stop) throw stop;
    },
    loadParentNames: async () => ({ jobName: 'Import' }),
  };
  const waiter = {
    waitForEnd: async (_id: string, { timeoutMs }: { timeoutMs: number }) => {
      limits.push(timeoutMs);
      return waits.shift();
    },
  };
  const client = { pages: { buildUrl: () => null } };
  const item = awaitItem({
    call: { execution: { getNode: () => buildTestNode() }, client, options: {} },
    runnable: { ...JOB, runs: () => runs },
    waiter,
    options: { timeoutSeconds: 5, onTimeout: 'stop' },
    awaited: { id: 'r1', parentId: 'j1', onStopSent },
  } as never);
  return { item, limits, onStopSent };
}

const RUNNING: WaitResult = { kind: 'timedOut', run: { id: 'r1', status: 'RUNNING' } };
const SUCCEEDED: WaitResult = { kind: 'ended', run: { id: 'r1', status: 'SUCCEEDED' } };

describe('a run that is stopped because its time is up', () => {
  test.each([
    [undefined, STOP_TIMEOUT_MS, 'A stop was requested.'],
    [refused, 2_000, 'The run could not be stopped: this login may not.'],
    [lost, STOP_TIMEOUT_MS, 'It is not known whether the run was stopped: the connection broke.'],
  ])('and goes on (%s)', async (stop, patienceMs, report) => {
    const { item, limits, onStopSent } = outcome({ waits: [RUNNING, RUNNING], stop });
    await expect(item).rejects.toMatchObject({
      message: 'Import has not ended within 5 s: run r1',
      hint: `Its last known status was RUNNING. ${report} Increase the option "Timeout", or wait for this run later with the operation "Wait" of the resource "Job Run".`,
    });
    expect(limits).toEqual([5_000, patienceMs]);
    expect(onStopSent).toHaveBeenCalledTimes(stop === refused ? 0 : 1);
  });

  test('keeps the status that was read before the stop', async () => {
    const { item } = outcome({ waits: [RUNNING, { kind: 'timedOut' }] });
    await expect(item).rejects.toMatchObject({
      hint: expect.stringMatching(/^Its last known status was RUNNING\./),
    });
  });

  test('may have ended meanwhile, if the platform refuses it', async () => {
    const { item } = outcome({ waits: [RUNNING, SUCCEEDED], stop: refused });
    expect(await item).toMatchObject({ status: 'SUCCEEDED', succeeded: true });
  });
});
