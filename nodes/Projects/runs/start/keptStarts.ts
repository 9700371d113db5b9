import type { PlatformClient } from '../../../../platform/client';
import type { UnknownStart } from '../../../../platform/runs/start/jobStarts';
import type { RunStart, StartedRun } from '../../../../platform/runs/start/runStart';
import { EarlierTries } from '../../../shared/items/earlierTries';
import type { ItemCall, OperationCall } from '../../../shared/operation/operation';
import type { Runnable } from '../runnable';

const starts = new EarlierTries<RunStart>();

/** Returns the start that an earlier try has kept, or a new start. */
export function findOrCreateStart(
  { execution, client }: OperationCall<PlatformClient>,
  runnable: Runnable,
  parentId: string,
  itemIndex: number,
): RunStart {
  const item = { execution, itemIndex };
  const earlier = starts.recall(item);
  if (earlier?.parentId === parentId) return earlier;
  const start = runnable.runs(client).createStart(parentId);
  starts.keep(item, start);
  return start;
}

/** Lets the next try start a new run. Call this before an error reports that the run has ended. */
export function forgetStart(call: ItemCall<PlatformClient>): void {
  starts.forget(call);
}

/** The start of an item, as saved in the execution. An unknown start may have begun a run. */
type SavedStart = { item: number; parentId: string } & (
  { run: StartedRun; isOwn: boolean } | { unknownStart: UnknownStart }
);

interface SavedContext {
  keptForRetry?: SavedStart[];
}

/**
 * Writes the starts into the saved execution, for a user who retries it, perhaps in another process. All tries and loop passes
 * share the node's context, so a call without starts deletes the starts of earlier tries. Starts that `forgetStart` has removed
 * are not saved.
 */
export function saveStarts(
  { execution }: OperationCall<PlatformClient>,
  startsByItem: ReadonlyArray<RunStart | undefined>,
): void {
  const saved = startsByItem.flatMap((start, item): SavedStart[] => {
    if (!start || starts.recall({ execution, itemIndex: item }) !== start) return [];
    const { parentId, run, isOwn, unknownStart } = start;
    if (run) return [{ item, parentId, run, isOwn }];
    return unknownStart ? [{ item, parentId, unknownStart }] : [];
  });
  const context: SavedContext = execution.getContext('node');
  if (saved.length > 0) context.keptForRetry = saved;
  else delete context.keptForRetry;
}

/** Restores the starts of the failed execution, if a user retries it. */
export function restoreStarts(call: OperationCall<PlatformClient>, runnable: Runnable): void {
  if (call.execution.getMode() !== 'retry') return;
  const context: SavedContext = call.execution.getContext('node');
  const { keptForRetry = [] } = context;
  // Only the first run of the node repeats the failed one. Later loop passes must not find the starts.
  delete context.keptForRetry;
  for (const saved of keptForRetry) {
    const { item, parentId } = saved;
    const start = findOrCreateStart(call, runnable, parentId, item);
    if ('unknownStart' in saved) {
      start.retriedStart = saved.unknownStart;
      continue;
    }
    start.setRun(saved.run, saved.isOwn);
    runnable.runs(call.client).getJobStarts(parentId).claim(saved.run.id);
  }
}
