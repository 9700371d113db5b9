import { factsOf } from '../../../../../nodes/shared/errors/errors';
import { JOB } from '../../../../../nodes/Projects/runs/runnable';
import {
  itemOutcome,
  STOP_TIMEOUT_MS,
  type AwaitedRun,
} from '../../../../../nodes/Projects/runs/wait/itemOutcome';
import { logOutput } from '../../../../../nodes/Projects/runs/read/runOutput';
import { OutcomeUnknownError, PlatformError } from '../../../../../platform/errors/errors';
import { runs as runsOf } from '../../../../../platform/client';
import { someNode } from '../../../../support/someNode';

const node = someNode();
const refused = new PlatformError('this login may not', { hint: 'Ask.', reach: 'answered' });
const lost = new OutcomeUnknownError(new PlatformError('the connection broke', refused));

interface Setting {
  /** What each look until a time limit shows; a status that no run ends with is one that goes on. */
  waits: Array<{ ended: boolean; run?: { id: string; status: string; jobId?: string } }>;
  /** What the platform says to a stop. */
  stop?: Error;
  onTimeout?: 'error' | 'output' | 'stop';
  onFailure?: 'error' | 'output';
  awaited?: Partial<AwaitedRun>;
}

/** Of the run `r1`, for 5 s. */
function outcome({ waits, stop, awaited, ...options }: Setting) {
  const limits: number[] = [];
  const asked: string[] = [];
  const runs = {
    stop: async (id: string) => {
      asked.push(`stop ${id}`);
      if (stop) throw stop;
    },
    parentNames: async (id: string) => {
      asked.push(`names of ${id}`);
      return { jobName: 'Import' };
    },
    readFailureLog: async () => ({ lines: ['boom'] }),
    failed: () => new PlatformError('It failed', { ...refused, code: 'RUN_FAILED' }),
    timedOut: runsOf({} as never, JOB.kind).timedOut,
  };
  const waiter = {
    waitForEnd: async (_id: string, limitMs: number) => {
      limits.push(limitMs);
      return waits.shift();
    },
  };
  const execution = { getNode: () => node };
  const item = itemOutcome({
    call: { execution, client: { pages: { url: () => null } }, options: {} },
    runnable: { ...JOB, runs: () => runs },
    waiter,
    options: {
      timeoutSeconds: 5,
      logLines: 1,
      onTimeout: 'stop',
      onFailure: 'output',
      ...options,
    },
    awaited: { id: 'r1', ...awaited },
  } as never);
  return { item, limits, asked };
}

const RUNNING = { ended: false, run: { id: 'r1', status: 'RUNNING', jobId: 'j1' } };
const KILLED = { ended: true, run: { id: 'r1', status: 'KILLED', jobId: 'j1' } };
const SUCCEEDED = { ended: true, run: { id: 'r1', status: 'SUCCEEDED' } };

describe('a run that is stopped because its time is up', () => {
  test('has a minute to end', async () => {
    const { item, limits, asked } = outcome({ waits: [RUNNING, KILLED] });
    expect(await item).toMatchObject({
      status: 'KILLED',
      jobName: 'Import',
      lastLogLines: ['boom'],
    });
    expect(limits).toEqual([5_000, 60_000]);
    expect(asked[0]).toBe('stop r1');
  });

  test.each([
    ['and goes on', undefined, STOP_TIMEOUT_MS, 'A stop was requested.'],
    ['and the platform refuses it', refused, 2_000, 'It could not be stopped: this login may not.'],
    [
      'and no response comes',
      lost,
      STOP_TIMEOUT_MS,
      'It is not known whether it was stopped: the connection broke.',
    ],
  ])('%s', async (_what, stop, patienceMs, told) => {
    const { item, limits } = outcome({ waits: [RUNNING, RUNNING], stop });
    await expect(item).rejects.toMatchObject({
      message: 'Import has not ended within 5 s: run r1',
      hint: `Its last known status was RUNNING. ${told} Increase the option "Timeout", or wait for this run later with the operation "Wait" of the resource "Job Run".`,
    });
    expect(limits).toEqual([5_000, patienceMs]);
  });

  test('may have ended meanwhile, where the platform refuses it', async () => {
    const { item } = outcome({ waits: [RUNNING, SUCCEEDED], stop: refused });
    expect(await item).toMatchObject({ status: 'SUCCEEDED', succeeded: true });
  });
});

describe('a run that has not ended in time', () => {
  test('is put out as unknown where it was never seen', async () => {
    const awaited = { parentId: 'j2' };
    const { item } = outcome({ waits: [{ ended: false }], onTimeout: 'output', awaited });
    expect(await item).toEqual({
      jobName: 'Import',
      id: 'r1',
      status: 'UNKNOWN',
      succeeded: null,
      jobId: 'j2',
      timedOut: true,
      url: null,
    });
  });

  test('is known to its failure as far as it was seen', async () => {
    const failureOf = async (setting: Setting) =>
      await outcome({ ...setting, onTimeout: 'error' }).item.catch((error: unknown) => error);
    expect(factsOf(await failureOf({ waits: [RUNNING] })).known).toMatchObject({
      status: 'RUNNING',
      jobId: 'j1',
    });
    expect(factsOf(await failureOf({ waits: [{ ended: false }] })).known).toEqual({});
  });
});

describe('a run that did not succeed', () => {
  test.each(['error', 'output'] as const)('with "%s" is reported', async (onFailure) => {
    const onFailed = jest.fn();
    const { item } = outcome({ waits: [KILLED], onFailure, awaited: { onFailed } });
    const told = { status: 'KILLED', jobId: 'j1', lastLogLines: ['boom'] };
    if (onFailure === 'output') expect(await item).toMatchObject(told);
    else expect(factsOf(await item.catch((error: unknown) => error)).known).toMatchObject(told);
    // Only what was told as a failure is followed by another run.
    expect(onFailed).toHaveBeenCalledTimes(onFailure === 'error' ? 1 : 0);
  });
});

test.each([
  [undefined, { lastLogLines: [] }],
  [{ lines: ['a'] }, { lastLogLines: ['a'] }],
  [
    { lines: [], failure: refused },
    { lastLogLines: [], logError: 'The log could not be read: this login may not' },
  ],
])('the log %j becomes fields', (log, fields) => {
  expect(logOutput(log)).toEqual(fields);
});
