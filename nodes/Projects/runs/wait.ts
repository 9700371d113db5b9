import type { PlatformClient } from '../../../platform/client';
import type { Operation } from '../../shared/operation';
import { inputOf, readEachItem } from '../../shared/items';
import { readRunId, runFields } from './runId';
import type { RunSide } from './side';
import { waitForRuns } from './waiting';
import { optionsField } from './startOptions';
import { waitOptionFields } from './waitOptions';

/** Waits for the end of a run that was started elsewhere, for all items together. */
export const wait = (side: RunSide): Operation<PlatformClient> => ({
  value: 'wait',
  name: 'Wait',
  action: `Wait for ${side.noun} run`,
  description: `Wait for the end of a ${side.noun}'s run`,
  fields: [...runFields(side), optionsField(waitOptionFields)],

  async runTogether(call) {
    const runIds = await readEachItem(call, readRunId);
    return await waitForRuns(call, side, async (itemCall) => ({
      id: inputOf(runIds, itemCall),
      exists: false,
    }));
  },
});
