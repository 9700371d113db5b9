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

/** What takes a sandbox a minute, or what it never shows. */

const refused = new PlatformError('this login may not', { hint: 'Ask.', reach: 'answered' });
const lost = new OutcomeUnknownError(new PlatformError('the connection broke', refused));

interface Setting {
  /** What each read until a time limit shows; a status that no run ends with is one that goes on. */
  waits: Array<{ ended: boolean; run?: { id: string; status: string; jobId?: string } }>;
  /** What the platform says to a stop. */
  stop?: Error;
  onTimeout?: 'error' | 'output' | 'stop';
  awaited?: Partial<AwaitedRun>;
}

/** Of the run `r1`, for 5 s. */
function outcome({ waits, stop, awaited, ...options }: Setting) {
  const limits: number[] = [];
  const runs = {
    stop: async () => {
      if (stop) throw stop;
    },
    parentNames: async () => ({ jobName: 'Import' }),
    timedOut: runsOf({} as never, JOB.kind).timedOut,
  };
  const waiter = {
    waitForEnd: async (_id: string, { timeoutMs }: { timeoutMs: number }) => {
      limits.push(timeoutMs);
      return waits.shift();
    },
  };
  const client = { pages: { url: () => null } };
  const item = itemOutcome({
    call: { execution: { getNode: () => someNode() }, client, options: {} },
    runnable: { ...JOB, runs: () => runs },
    waiter,
    options: { timeoutSeconds: 5, onTimeout: 'stop', ...options },
    awaited: { id: 'r1', ...awaited },
  } as never);
  return { item, limits };
}

const RUNNING = { ended: false, run: { id: 'r1', status: 'RUNNING', jobId: 'j1' } };
const SUCCEEDED = { ended: true, run: { id: 'r1', status: 'SUCCEEDED' } };

describe('a run that is stopped because its time is up', () => {
  test.each([
    [undefined, STOP_TIMEOUT_MS, 'A stop was requested.'],
    [refused, 2_000, 'It could not be stopped: this login may not.'],
    [lost, STOP_TIMEOUT_MS, 'It is not known whether it was stopped: the connection broke.'],
  ])('and goes on (%s)', async (stop, patienceMs, report) => {
    const { item, limits } = outcome({ waits: [RUNNING, RUNNING], stop });
    await expect(item).rejects.toMatchObject({
      message: 'Import has not ended within 5 s: run r1',
      hint: `Its last known status was RUNNING. ${report} Increase the option "Timeout", or wait for this run later with the operation "Wait" of the resource "Job Run".`,
    });
    expect(limits).toEqual([5_000, patienceMs]);
  });

  test('may have ended meanwhile, if the platform refuses it', async () => {
    const { item } = outcome({ waits: [RUNNING, SUCCEEDED], stop: refused });
    expect(await item).toMatchObject({ status: 'SUCCEEDED', succeeded: true });
  });
});

test('a run that was never read is returned as unknown, and its failure knows nothing of it', async () => {
  const unread = { waits: [{ ended: false }], awaited: { parentId: 'j2' } };
  expect(await outcome({ ...unread, onTimeout: 'output' }).item).toEqual({
    jobName: 'Import',
    id: 'r1',
    status: 'UNKNOWN',
    succeeded: null,
    jobId: 'j2',
    timedOut: true,
    url: null,
  });
  const knownOf = async (wait: Setting['waits'][number]) => {
    const { item } = outcome({ waits: [wait], onTimeout: 'error' });
    return factsOf(await item.catch((error: unknown) => error)).known;
  };
  expect(await knownOf(RUNNING)).toMatchObject({ status: 'RUNNING', jobId: 'j1' });
  expect(await knownOf({ ended: false })).toEqual({});
});

test('a log that could not be read is reported as that', () => {
  const logError = 'The log could not be read: this login may not';
  const unread = { lines: [], failure: refused };
  expect(logOutput(unread)).toEqual({ lastLogLines: [], logError });
});
