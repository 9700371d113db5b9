import { factsOf, type NodeFailure } from '../../../../../nodes/shared/errors/errors';
import { NodeParameters } from '../../../../../nodes/shared/parameters/nodeParameters';
import { NOT_WRITTEN } from '../../../../../nodes/shared/parameters/parameterSource';
import { JOB } from '../../../../../nodes/Projects/runs/runnable';
import { runOptionsField, waitOptionFields } from '../../../../../nodes/Projects/runs/runOptions';
import type { AwaitedRun } from '../../../../../nodes/Projects/runs/wait/itemOutcome';
import { stopAfterCancel, waitForRuns } from '../../../../../nodes/Projects/runs/wait/waitForRuns';
import { someNode } from '../../../../support/someNode';

const node = someNode();

interface Setting {
  /** For each item. */
  intervals?: number[];
  /** Ends each run, as it is given. */
  end?(id: string): Promise<unknown>;
  stop?(id: string, options: object): Promise<void>;
  continues?: boolean;
}

function setUp({ intervals = [1], end, stop, continues = false }: Setting) {
  const waiters: number[] = [];
  const runs = {
    stop,
    parentNames: async () => ({}),
    newWaiter({ pollIntervalMs }: { pollIntervalMs: number }) {
      waiters.push(pollIntervalMs);
      return {
        waitForEnd:
          end ?? (async (id: string) => ({ ended: true, run: { id, status: 'SUCCEEDED' } })),
      };
    },
  };
  const execution = {
    getNode: () => node,
    getInputData: () => intervals.map(() => ({ json: {} })),
    continueOnFail: () => continues,
  };
  const source = {
    written: (path: string) => (path === 'options.pollInterval' ? '={{ 1 }}' : NOT_WRITTEN),
    evaluated: (_path: string, itemIndex: number) => intervals[itemIndex],
    jsonOf: () => undefined,
  };
  const parameters = new NodeParameters(source, [runOptionsField(waitOptionFields)]);
  const parametersOf = (itemIndex: number) => parameters.ofItem(itemIndex);
  const options = { signal: new AbortController().signal };
  const call = {
    execution,
    client: { pages: { url: () => null } },
    parametersOf,
    options,
  } as never;
  const runnable = { ...JOB, runs: () => runs } as never;
  return { call, runnable, waiters };
}

test('runs with one poll interval are looked at together', async () => {
  const { call, runnable, waiters } = setUp({ intervals: [1, 2, 1, 2.5, 2] });
  const items = await waitForRuns(call, runnable, async ({ itemIndex }) => ({
    id: `r${itemIndex}`,
  }));
  expect(items.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual(
    [0, 1, 2, 3, 4].map((item) => [`r${item}`, { item }]),
  );
  expect(waiters).toEqual([1_000, 2_000, 2_500]);
});

test('an item that waits for nothing is put out at once', async () => {
  const { call, runnable, waiters } = setUp({ intervals: [1, 1] });
  const items = await waitForRuns(call, runnable, async ({ itemIndex }) =>
    itemIndex === 0 ? { output: { skipped: true } } : { id: 'r1' },
  );
  expect(items.map(({ json }) => json.skipped ?? json.id)).toEqual([true, 'r1']);
  expect(waiters).toEqual([1_000]);
});

describe('a wait that an accident ends', () => {
  const failureOf = async (awaited: AwaitedRun, continues = false) => {
    const end = async () => await Promise.reject(new TypeError('x'));
    const { call, runnable } = setUp({ end, continues });
    return await waitForRuns(call, runnable, async () => awaited).then(
      ([item]) => item?.error as NodeFailure,
      (error: unknown) => error as NodeFailure,
    );
  };

  test('names a run that was started, which may go on', async () => {
    const failure = await failureOf({ id: 'r1', parentId: 'j1' });
    expect(failure.message).toBe('The response of the platform could not be read');
    expect(failure.description).toContain('The change was sent and may have been made.');
    expect(failure.context).toMatchObject({ itemIndex: 0 });
    expect(factsOf(failure)).toMatchObject({
      known: { id: 'r1', jobId: 'j1' },
      mayHaveHappened: true,
    });
  });

  test('has changed nothing if someone else started the run', async () => {
    const failure = await failureOf({ id: 'r1', exists: false });
    expect(failure.message).toBe('The response of the platform could not be read');
    expect(failure.description).toContain('Nothing was changed.');
    expect(factsOf(failure)).toMatchObject({ known: { id: 'r1' }, mayHaveHappened: false });
  });

  test('is an item of its own where the node continues', async () => {
    expect((await failureOf({ id: 'r1' }, true)).context).toMatchObject({ itemIndex: 0 });
  });
});

describe('a run that is stopped after a cancel', () => {
  test('is asked for without the signal that has fired', async () => {
    const asked: unknown[] = [];
    const { call, runnable } = setUp({ stop: async (...given) => void asked.push(given) });
    await stopAfterCancel(call, runnable, Promise.resolve('r1'));
    expect(asked).toEqual([['r1', { signal: undefined }]]);
  });

  test.each([
    ['fails', async () => await Promise.reject(new Error('no'))],
    ['takes long', async () => await new Promise<void>(() => undefined)],
  ])('does not hold the node where that %s', async (_what, stop) => {
    const { call, runnable } = setUp({ stop });
    const startedAt = Date.now();
    await stopAfterCancel(call, runnable, 'r1');
    expect(Date.now() - startedAt).toBeLessThan(1_500);
  });
});
