import type { PlatformClient } from '../../../platform/client';
import type { Operation } from '../../shared/operation';
import { forEachItem, readEachItem } from '../../shared/items';
import type { RunSide } from './side';
import { skippedRun } from './skippedRun';
import { ItemStarts, readStartInput } from './startEachItem';
import { optionsField, startOptionFields } from './startOptions';

/** Starts a run and goes on. */
export const run = (side: RunSide): Operation<PlatformClient> => ({
  value: 'run',
  name: 'Run',
  action: `Run ${side.noun}`,
  description: `Start a run of a ${side.noun} and go on without waiting for its end`,
  fields: [...side.parentFields, optionsField(startOptionFields)],

  async runTogether(call) {
    const inputs = await readEachItem(call, (itemCall) => readStartInput(itemCall, side));
    const { kind } = side;
    const starts = new ItemStarts(call, side, inputs);
    return await starts.named(async () => {
      await starts.lookFirst(false);
      return await forEachItem(call, {
        run: async (itemCall) => {
          const { id, status, skippedFor } = await starts.runOf(itemCall);
          const parentId = starts.parentIdOf(itemCall);
          return {
            json: skippedFor
              ? await skippedRun(call, side, skippedFor, parentId)
              : { id, status, [kind.parentId]: parentId },
          };
        },
      });
    });
  },
});
