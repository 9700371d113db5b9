import type { PlatformClient } from '../../../../platform/client';
import type { Operation } from '../../../shared/operation/operation';
import { inputOf, readEachItem } from '../../../shared/items/items';
import { readRunId, runFields } from '../read/runId';
import type { Runnable } from '../runnable';
import { waitForRuns } from './waitForRuns';
import { runOptionsField } from '../start/startOptions';
import { waitOptionFields } from './waitOptions';

/** Waits for the end of a run that was started elsewhere, for all items together. */
export const waitOf = (runnable: Runnable): Operation<PlatformClient> => ({
  value: 'wait',
  name: 'Wait',
  action: `Wait for ${runnable.noun} run`,
  description: `Wait until a run of a ${runnable.noun} ends`,
  fields: [...runFields(runnable), runOptionsField(waitOptionFields)],

  async runTogether(call) {
    const runIds = await readEachItem(call, readRunId);
    return await waitForRuns(call, runnable, async (itemCall) => ({
      id: inputOf(runIds, itemCall),
      exists: false,
    }));
  },
});
