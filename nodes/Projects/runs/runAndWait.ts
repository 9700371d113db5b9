import type { PlatformClient } from '../../../platform/client';
import { limitTo } from '../../../platform/concurrency';
import type { Operation } from '../../shared/operation';
import { inputOf, readEachItem } from '../../shared/items';
import { forgetStart } from './startedRuns';
import type { RunSide } from './side';
import { skippedRun } from './skippedRun';
import { ItemStarts, readStartInput } from './startEachItem';
import { optionsField, startOptionFields } from './startOptions';
import { stopAfterCancel, waitForRuns } from './waiting';
import { readWaitOptions, waitOptionFields } from './waitOptions';

/** As many starts at once as the usual operations have items at once. */
const CONCURRENT_STARTS = 50;

/** Starts a run and waits for its end, for all items together. */
export const runAndWait = (side: RunSide): Operation<PlatformClient> => ({
  value: 'runAndWait',
  name: 'Run and Wait',
  action: `Run ${side.noun} and wait`,
  description: `Start a run of a ${side.noun} and wait for its end`,
  fields: [...side.parentFields, optionsField([...startOptionFields, ...waitOptionFields])],

  async runTogether(call) {
    const inputs = await readEachItem(call, (itemCall) => ({
      ...readStartInput(itemCall, side),
      ...readWaitOptions(itemCall.execution, itemCall.itemIndex),
    }));
    const starts = new ItemStarts(call, side, inputs, async (itemCall, outcome) => {
      if (!inputOf(inputs, itemCall).stopOnCancel) return;
      const runId = outcome.then(({ id }) => id);
      await stopAfterCancel(call, side, runId);
    });
    const inTurn = limitTo(CONCURRENT_STARTS);
    return await starts.named(async () => {
      await starts.lookFirst(true);
      return await waitForRuns(call, side, async (itemCall) => {
        const { parentId } = inputOf(inputs, itemCall);
        const { id, isTaken, skippedFor } = await inTurn(() => starts.runOf(itemCall));
        if (skippedFor) {
          return { output: await skippedRun(call, side, skippedFor, parentId) };
        }
        return { id, parentId, isTaken, onFailed: () => forgetStart(itemCall) };
      });
    });
  },
});
