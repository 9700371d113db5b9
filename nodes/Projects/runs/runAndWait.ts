import type { ItemCall } from '../../shared/operation';
import type { PlatformClient } from '../../shared/platformClient';
import type { ProjectsOperation } from '../resources/types';
import { forgetStart, startOf } from './memory';
import type { RunSide } from './side';
import { stopAfterCancel, waitForRuns, type AwaitedRun } from './waiting';
import { waitOptionsField } from './waitOptions';

/** As many starts at once as the usual operations have items at once. */
const CONCURRENT_STARTS = 50;

/** Starts a run and waits for its end, for all items together. */
export const runAndWait = (side: RunSide): ProjectsOperation => ({
  value: 'runAndWait',
  name: 'Run and Wait',
  action: `Run ${side.noun} and wait`,
  description: `Start a run of a ${side.noun} and wait for its end`,
  fields: [...side.parentFields, waitOptionsField],

  async runTogether(call) {
    const inTurn = call.client.api.limitTo(CONCURRENT_STARTS);
    return await waitForRuns(call, side, async (itemCall, { stopOnCancel }) => {
      const parentId = side.readParentId(itemCall);
      const id = await inTurn(() => startedRun(itemCall, side, parentId, stopOnCancel));
      return { id, parentId, onFailed: () => forgetStart(itemCall) };
    });
  },
});

async function startedRun(
  call: ItemCall<PlatformClient>,
  side: RunSide,
  parentId: string,
  stopOnCancel: boolean,
): Promise<AwaitedRun['id']> {
  const { client, signal } = call;
  const { api, platform } = client;
  const start = startOf(call, side, parentId);
  if (!stopOnCancel) return (await start.started(platform.projects, { signal })).id;
  // A start that is under way goes on when the execution is cancelled: only a run that is known can be stopped.
  const started = start.started(platform.projects);
  const stopIfCancelled = async () => {
    if (signal?.aborted)
      await stopAfterCancel(
        call,
        side,
        started.then(({ id }) => id),
      );
  };
  return (await api.unlessCancelled(started, signal).finally(stopIfCancelled)).id;
}
