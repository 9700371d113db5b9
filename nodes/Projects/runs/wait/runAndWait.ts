import type { PlatformClient } from '../../../../platform/client';
import { limitTo } from '../../../../platform/time/concurrency';
import type { Operation } from '../../../shared/operation/operation';
import { inputOf, readEachItem } from '../../../shared/items/items';
import { forgetStart } from '../start/keptStarts';
import type { Runnable } from '../runnable';
import { skippedRun } from '../start/skippedRun';
import { ItemStarts, readStartInput } from '../start/itemStarts';
import { runOptionsField, startOptionFields } from '../start/startOptions';
import { stopAfterCancel, waitForRuns } from './waitForRuns';
import { readWaitOptions, waitOptionFields } from './waitOptions';

/** As many starts at once as the usual operations have items at once. */
const CONCURRENT_STARTS = 50;

/** Starts a run and waits for its end, for all items together. */
export const runAndWaitOf = (runnable: Runnable): Operation<PlatformClient> => ({
  value: 'runAndWait',
  name: 'Run and Wait',
  action: `Run ${runnable.noun} and wait`,
  description: `Run a ${runnable.noun} and wait until the run ends`,
  builderHint: `Fails unless the run succeeds. To report failures, set onError to 'continueErrorOutput' and connect the alert with .onError(): its item has error, errorDescription, errorCode, ${runnable.kind.parentName} and number.`,
  fields: [...runnable.picker, runOptionsField([...startOptionFields, ...waitOptionFields])],

  async runTogether(call) {
    const inputs = await readEachItem(call, (itemCall) => ({
      ...readStartInput(itemCall, runnable),
      ...readWaitOptions(itemCall.parameters),
    }));
    const starts = new ItemStarts(call, runnable, inputs, async (itemCall, outcome) => {
      if (!inputOf(inputs, itemCall).stopOnCancel) return;
      const runId = outcome.then(({ id }) => id);
      await stopAfterCancel(call, runnable, runId);
    });
    const limitStarts = limitTo(CONCURRENT_STARTS);
    return await starts.nameRunsInErrors(async () => {
      await starts.checkBeforeStart(true);
      return await waitForRuns(call, runnable, async (itemCall) => {
        const { parentId } = inputOf(inputs, itemCall);
        const { id, isTaken, skippedFor } = await limitStarts(() => starts.runOf(itemCall));
        if (skippedFor) {
          return { output: await skippedRun(call, runnable, skippedFor, parentId) };
        }
        return { id, parentId, isTaken, onFailed: () => forgetStart(itemCall) };
      });
    });
  },
});
