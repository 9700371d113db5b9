import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import { limitTo } from '../../../platform/common/time/concurrency';
import { addFacts, buildItemFailure } from '../../shared/errors/errors';
import { forEachItem, getInput, readEachItem } from '../../shared/items/items';
import type { ItemCall, Operation, OperationCall } from '../../shared/operation/operation';
import { readRunId, buildRunFields } from './read/runId';
import { loadNames, buildRunOutput, buildSkippedOutput } from './read/runOutput';
import { SIMPLIFIED_RUN, type Runnable } from './runnable';
import {
  orderOptionFields,
  readOrderOptions,
  readWaitOptions,
  buildRunOptionsField,
  startOptionFields,
  timeoutField,
  buildWaitOptionFields,
  type WaitOptions,
} from './runOptions';
import { ItemStarts, readStartInput } from './start/itemStarts';
import { forgetStart } from './start/keptStarts';
import { RunOrder } from './start/runOrder';
import { awaitItem, type AwaitedRun } from './wait/awaitItem';
import { UnfinishedRuns } from './wait/unfinishedRuns';

/*
 * Run and Wait has these steps. Run has only the first two, and Wait only the last two.
 *
 * 1. `ItemStarts` checks all items before the first start.
 * 2. When it is an item's turn (`RunOrder`), `ItemStarts` chooses the run of the item. `RunStart` starts a new run.
 * 3. `RunWaiter` waits for the runs of all items together. `awaitItem` converts the end of a run into an output or an error.
 * 4. After a cancel, `UnfinishedRuns` stops the runs with "Stop on Cancel", and writes the other runs to n8n's log.
 */

export const buildRun = (runnable: Runnable): Operation<PlatformClient> => ({
  value: 'run',
  name: 'Run',
  action: `Run ${runnable.noun}`,
  description: `Run a ${runnable.noun} without waiting until the run ends`,
  builderHint:
    'Succeeds as soon as the run has started, even if the run fails later. Use runAndWait if the workflow depends on the result.',
  output: runnable.runOutputs.started,
  simplified: SIMPLIFIED_RUN,
  fields: [...runnable.picker, buildRunOptionsField(startOptionFields)],

  async runTogether(call) {
    const inputs = await readEachItem(call, (itemCall) => readStartInput(itemCall, runnable));
    const { kind } = runnable;
    const starts = new ItemStarts(call, runnable, inputs, { isAwaited: false, maxRuns: Infinity });
    return await starts.nameRunsInErrors(async () => {
      await starts.checkBeforeStart();
      return await forEachItem(call, {
        run: async (itemCall) => {
          const { id, status, skippedFor } = await starts.startOrGetRun(itemCall);
          const { parentId } = getInput(inputs, itemCall);
          return {
            json: skippedFor
              ? await buildSkippedOutput(call, runnable, skippedFor, parentId)
              : buildRunOutput(call.client, kind, { id, status }, starts.getKnownFields(itemCall)),
          };
        },
      });
    });
  },
});

export const MAX_CONCURRENT_STARTS = 50;

export const buildRunAndWait = (runnable: Runnable): Operation<PlatformClient> => ({
  value: 'runAndWait',
  name: 'Run and Wait',
  action: `Run ${runnable.noun} and wait`,
  description: `Run a ${runnable.noun} and wait until the run ends`,
  builderHint: `Fails unless the run succeeds. To report failures, set onError to 'continueErrorOutput' and connect the alert with .onError(): its item has error, errorDescription, errorCode, ${runnable.kind.parentNameField} and number.`,
  output: runnable.runOutputs.startedAndWaited,
  simplified: SIMPLIFIED_RUN,
  fields: [
    ...runnable.picker,
    buildRunOptionsField([
      ...startOptionFields,
      ...buildWaitOptionFields(runnable.kind),
      ...orderOptionFields,
    ]),
  ],

  async runTogether(call) {
    const unfinished = new UnfinishedRuns(call, runnable);
    return await unfinished.handleCancelOf(() => runAndWait(call, runnable, unfinished));
  },
});

async function runAndWait(
  call: OperationCall<PlatformClient>,
  runnable: Runnable,
  unfinished: UnfinishedRuns,
): Promise<INodeExecutionData[]> {
  const inputs = await readEachItem(call, (itemCall) => ({
    ...readStartInput(itemCall, runnable),
    ...readWaitOptions(itemCall.parameters),
    ...readOrderOptions(itemCall.parameters),
  }));
  // The limits of the first valid item apply to all items.
  const [options = { maxRuns: 1, stopAfterFailures: 0 }] = inputs.flatMap((item) =>
    'input' in item ? [item.input] : [],
  );
  const starts = new ItemStarts(call, runnable, inputs, {
    isAwaited: true,
    maxRuns: options.maxRuns,
    unfinished,
  });
  const order = new RunOrder(call, runnable, starts.byItem, options);
  const limitStarts = limitTo(MAX_CONCURRENT_STARTS);
  const waitFor = buildItemWait(call, runnable, unfinished);

  const run = async (itemCall: ItemCall<PlatformClient>): Promise<INodeExecutionData> => {
    const { itemIndex } = itemCall;
    const input = getInput(inputs, itemCall);
    const { parentId, stopOnCancel, onFailure } = input;
    const { id, isOwn, skippedFor } = await limitStarts(async () => {
      order.requireTurn(itemIndex);
      return await starts.startOrGetRun(itemCall);
    });
    if (skippedFor) return { json: await buildSkippedOutput(call, runnable, skippedFor, parentId) };
    order.setRun(itemIndex, id);
    return await waitFor(itemCall, input, {
      id,
      parentId,
      isStoppedOnCancel: stopOnCancel && isOwn,
      onEnded: (ended, outcome) => order.setEnded(itemIndex, ended, outcome, onFailure === 'error'),
      onFailed: () => forgetStart(itemCall),
    });
  };
  return await starts.nameRunsInErrors(async () => {
    await starts.checkBeforeStart();
    return await forEachItem(call, {
      run: (itemCall) => order.runInTurn(itemCall, () => run(itemCall)),
      concurrency: Infinity,
    });
  });
}

const timeoutFieldOfWait: INodeProperties = {
  ...timeoutField,
  description:
    'Max number of seconds to wait for the run to end. The time starts with the wait, and again in each retry.',
};

export const buildWait = (runnable: Runnable): Operation<PlatformClient> => ({
  value: 'wait',
  name: 'Wait',
  action: `Wait for ${runnable.noun} run`,
  description: `Wait until a run of a ${runnable.noun} ends`,
  output: runnable.runOutputs.waited,
  simplified: SIMPLIFIED_RUN,
  fields: [
    ...buildRunFields(runnable),
    buildRunOptionsField(buildWaitOptionFields(runnable.kind, timeoutFieldOfWait)),
  ],

  async runTogether(call) {
    const unfinished = new UnfinishedRuns(call, runnable);
    return await unfinished.handleCancelOf(async () => {
      const inputs = await readEachItem(call, (itemCall) => ({
        id: readRunId(itemCall),
        ...readWaitOptions(itemCall.parameters),
      }));
      const waitFor = buildItemWait(call, runnable, unfinished);
      return await forEachItem(call, {
        async run(itemCall) {
          const { id, ...options } = getInput(inputs, itemCall);
          return await waitFor(itemCall, options, {
            id,
            isNamedByUser: true,
            isStoppedOnCancel: options.stopOnCancel,
            // Loads names here, because the first reads of all items happen at the same time, so they share requests.
            onFirstRead: (run) => void loadNames(call, runnable, run[runnable.kind.parentIdField]),
          });
        },
        concurrency: Infinity,
      });
    });
  },
});

/** Returns a function that waits for an item's run. All items share one waiter. */
function buildItemWait(
  call: OperationCall<PlatformClient>,
  runnable: Runnable,
  unfinished: UnfinishedRuns,
) {
  const waiter = runnable.runs(call.client).createWaiter(call.options);
  return async (
    itemCall: ItemCall<PlatformClient>,
    options: WaitOptions,
    awaitedRun: AwaitedRun,
  ): Promise<INodeExecutionData> => {
    const { id, isNamedByUser = false, isStoppedOnCancel } = awaitedRun;
    // A run ID from the user may be wrong, so after a cancel, the node does not report that the run may still be running.
    if (isStoppedOnCancel || !isNamedByUser) unfinished.add(id, isStoppedOnCancel);
    const onEnded: AwaitedRun['onEnded'] = (ended, outcome) => {
      if (outcome !== 'untracked') unfinished.remove(id);
      awaitedRun.onEnded?.(ended, outcome);
    };
    let isStopSent = false;
    const awaited = { ...awaitedRun, onEnded, onStopSent: () => (isStopSent = true) };
    try {
      return { json: await awaitItem({ call, runnable, waiter, options, awaited }) };
    } catch (error) {
      // The items share the requests of the wait, so those requests do not update the progress of this item.
      const isStarted = !isNamedByUser;
      const isChangeSent = isStarted || isStopSent;
      const requestProgress = { isRequestSent: true, isChangeSent, isChangeMade: isStarted };
      const facts = { knownFields: { id }, mayHaveHappened: isChangeSent };
      throw addFacts(buildItemFailure({ ...itemCall, requestProgress }, error), facts);
    }
  };
}
