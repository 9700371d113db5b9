import type { PlatformClient } from '../../../../platform/client';
import type { Operation } from '../../../shared/operation/operation';
import { forEachItem, readEachItem } from '../../../shared/items/items';
import { runOutput } from '../read/runOutput';
import type { Runnable } from '../runnable';
import { skippedRun } from './skippedRun';
import { ItemStarts, readStartInput } from './itemStarts';
import { runOptionsField, startOptionFields } from './startOptions';

/** Starts a run and goes on. */
export const runOf = (runnable: Runnable): Operation<PlatformClient> => ({
  value: 'run',
  name: 'Run',
  action: `Run ${runnable.noun}`,
  description: `Run a ${runnable.noun} without waiting until the run ends`,
  builderHint:
    'Succeeds as soon as the run has started, even if the run fails later. Use runAndWait if the workflow depends on the result.',
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
          const parentId = starts.parentIdOf(itemCall);
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
