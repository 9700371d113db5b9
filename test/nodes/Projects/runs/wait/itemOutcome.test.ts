import { JOB } from '../../../../../nodes/Projects/runs/runnable';
import { awaitItem, STOP_TIMEOUT_MS } from '../../../../../nodes/Projects/runs/wait/itemOutcome';
import { OutcomeUnknownError, PlatformError } from '../../../../../platform/common/errors/errors';
import type { WaitResult } from '../../../../../platform/runs/wait/failure';
import { someNode } from '../../../../support/someNode';

/** Cases that take a sandbox a minute. */

const refused = new PlatformError('this login may not', { hint: 'Ask.' });
const lost = new OutcomeUnknownError(new PlatformError('the connection broke', refused));

interface Setting {
  /** Run that each read until a time limit returns. */
  waits: WaitResult[];
  /** Response of the platform to a stop. */
  stop?: Error;
}

/** Of the run `r1`, for 5 s. */
function outcome({ waits, stop }: Setting) {
  const limits: number[] = [];
  const runs = {
    stop: async () => {
      if (stop) throw stop;
    },
    parentNames: async () => ({ jobName: 'Import' }),
  };
  const waiter = {
    waitForEnd: async (_id: string, { timeoutMs }: { timeoutMs: number }) => {
      limits.push(timeoutMs);
      return waits.shift();
    },
  };
  const client = { pages: { url: () => null } };
  const item = awaitItem({
    call: { execution: { getNode: () => someNode() }, client, options: {} },
    runnable: { ...JOB, runs: () => runs },
    waiter,
    options: { timeoutSeconds: 5, onTimeout: 'stop' },
    awaited: { id: 'r1', parentId: 'j1' },
  } as never);
  return { item, limits };
}

const RUNNING: WaitResult = { kind: 'timedOut', run: { id: 'r1', status: 'RUNNING' } };
const SUCCEEDED: WaitResult = { kind: 'ended', run: { id: 'r1', status: 'SUCCEEDED' } };

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
