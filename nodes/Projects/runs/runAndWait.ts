import type { PlatformClient } from '../../../platform/client';
import type { RunOutcome } from '../../../platform/runs/read/outcome';
import type { Run } from '../../../platform/runs/read/run';
import { limitTo } from '../../../platform/time/concurrency';
import { forEachItem, inputOf, readEachItem } from '../../shared/items/items';
import type { ItemCall, Operation } from '../../shared/operation/operation';
import { readRunId, runFields } from './read/runId';
import { runOutput, skippedRun } from './read/runOutput';
import { SIMPLIFIED_RUN, type Runnable } from './runnable';
import {
  orderOptionFields,
  readOrderOptions,
  readWaitOptions,
  runOptionsField,
  startOptionFields,
  waitOptionFields,
} from './runOptions';
import { ItemStarts, type OnCancelled, readStartInput } from './start/itemStarts';
import { forgetStart } from './start/keptStarts';
import { RunOrder } from './start/runOrder';
import { stopAfterCancel, waitForRuns } from './wait/waitForRuns';

/** Starts a run and does not wait for it. */
export const runOf = (runnable: Runnable): Operation<PlatformClient> => ({
  value: 'run',
  name: 'Run',
  action: `Run ${runnable.noun}`,
  description: `Run a ${runnable.noun} without waiting until the run ends`,
  builderHint:
    'Succeeds as soon as the run has started, even if the run fails later. Use runAndWait if the workflow depends on the result.',
  output: runnable.run.started,
  simplified: SIMPLIFIED_RUN,
  fields: [...runnable.picker, runOptionsField(startOptionFields)],

  async runTogether(call) {
    const inputs = await readEachItem(call, (itemCall) => readStartInput(itemCall, runnable));
    const { kind } = runnable;
    const starts = new ItemStarts(call, runnable, inputs);
    return await starts.nameRunsInErrors(async () => {
      await starts.checkBeforeStart(false);
      return await forEachItem(call, {
        run: async (itemCall) => {
          const { id, status, skippedFor } = await starts.runOf(itemCall);
          const { parentId } = inputOf(inputs, itemCall);
          return {
            json: skippedFor
              ? await skippedRun(call, runnable, skippedFor, parentId)
              : runOutput(call.client, kind, { id, status }, starts.knownOf(itemCall)),
          };
        },
      });
    });
  },
});

/** As many starts at once as the usual operations have items at once. */
const CONCURRENT_STARTS = 50;

/** Starts a run and waits for its end, for all items together. */
export const runAndWaitOf = (runnable: Runnable): Operation<PlatformClient> => ({
  value: 'runAndWait',
  name: 'Run and Wait',
  action: `Run ${runnable.noun} and wait`,
  description: `Run a ${runnable.noun} and wait until the run ends`,
  builderHint: `Fails unless the run succeeds. To report failures, set onError to 'continueErrorOutput' and connect the alert with .onError(): its item has error, errorDescription, errorCode, ${runnable.kind.parentName} and number.`,
  output: runnable.run.startedAndWaited,
  simplified: SIMPLIFIED_RUN,
  fields: [
    ...runnable.picker,
    runOptionsField([...startOptionFields, ...waitOptionFields, ...orderOptionFields]),
  ],

  async runTogether(call) {
    const inputs = await readEachItem(call, (itemCall) => ({
      ...readStartInput(itemCall, runnable),
      ...readWaitOptions(itemCall.parameters),
      ...readOrderOptions(itemCall.parameters),
    }));
    const [options = { maxRuns: 1, stopAfterFailures: 0 }] = inputs.flatMap((read) =>
      'input' in read ? [read.input] : [],
    );
    const onCancelled: OnCancelled = async (itemCall, outcome) => {
      if (!inputOf(inputs, itemCall).stopOnCancel) return;
      const runId = outcome.then(({ id }) => id);
      await stopAfterCancel(call, runnable, runId);
    };
    const starts = new ItemStarts(call, runnable, inputs, onCancelled, options.maxRuns);
    const order = new RunOrder(call, runnable, starts.starts, options);
    const limitStarts = limitTo(CONCURRENT_STARTS);
    const startedRunOf = async (itemCall: ItemCall<PlatformClient>) => {
      const { parentId } = inputOf(inputs, itemCall);
      const { id, isAdopted, skippedFor } = await limitStarts(async () => {
        order.requireTurn(itemCall.itemIndex);
        return await starts.runOf(itemCall);
      });
      if (skippedFor) return { output: await skippedRun(call, runnable, skippedFor, parentId) };
      return {
        id,
        parentId,
        isAdopted,
        onEnded: (run: Run, outcome: RunOutcome) =>
          order.setEnded(itemCall.itemIndex, run, outcome),
        onFailed: () => forgetStart(itemCall),
      };
    };
    return await starts.nameRunsInErrors(async () => {
      await starts.checkBeforeStart(true);
      return await waitForRuns(call, runnable, startedRunOf, order);
    });
  },
});

/** Waits for the end of a run that was started elsewhere, for all items together. */
export const waitOf = (runnable: Runnable): Operation<PlatformClient> => ({
  value: 'wait',
  name: 'Wait',
  action: `Wait for ${runnable.noun} run`,
  description: `Wait until a run of a ${runnable.noun} ends`,
  output: runnable.run.waited,
  simplified: SIMPLIFIED_RUN,
  fields: [...runFields(runnable), runOptionsField(waitOptionFields)],

  async runTogether(call) {
    const runIds = await readEachItem(call, readRunId);
    return await waitForRuns(call, runnable, async (itemCall) => ({
      id: inputOf(runIds, itemCall),
      exists: false,
    }));
  },
});
