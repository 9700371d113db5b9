import type { PlatformClient } from '../../../../platform/client';
import type { RunStart, StartedRun } from '../../../../platform/runs/start/runStart';
import {
  EarlierTries,
  keepForUserRetry,
  takeForUserRetry,
} from '../../../shared/items/earlierTries';
import type { ItemCall, OperationCall } from '../../../shared/operation/operation';
import type { Runnable } from '../runnable';

const starts = new EarlierTries<RunStart>();

/** The start of this item's run: the one that an earlier try began, or a new one. */
export function startOfItem(
  { execution, client }: OperationCall<PlatformClient>,
  runnable: Runnable,
  parentId: string,
  itemIndex: number,
): RunStart {
  const item = { execution, itemIndex };
  const earlier = starts.of(item);
  if (earlier?.parentId === parentId) return earlier;
  const start = runnable.runs(client).newStart(parentId);
  starts.keep(item, start);
  return start;
}

/** The run has ended and that was reported: trying again means a new one. */
export function forgetStart(call: ItemCall<PlatformClient>): void {
  starts.forget(call);
}

/** What is kept of an item's run in the saved execution. */
interface SavedRun extends StartedRun {
  item: number;
  parentId: string;
  /** Somebody else started it. */
  isTaken: boolean;
}

/** Keeps the runs that were started, as the node fails; one whose bad end was reported is not kept. */
export function saveRuns(
  { execution }: OperationCall<PlatformClient>,
  items: ReadonlyArray<RunStart | undefined>,
): void {
  const saved = items.flatMap((start, item): SavedRun[] => {
    if (!start?.run || starts.of({ execution, itemIndex: item }) !== start) return [];
    return [{ item, parentId: start.parentId, isTaken: start.isTaken, ...start.run }];
  });
  keepForUserRetry<SavedRun>(execution, saved);
}

/** Where a user retries an execution, its items keep the runs that the failed try started. */
export function restoreRuns(call: OperationCall<PlatformClient>, runnable: Runnable): void {
  for (const saved of takeForUserRetry<SavedRun>(call.execution)) {
    const { item, parentId, isTaken, id, status, outcome } = saved;
    const start = startOfItem(call, runnable, parentId, item);
    start.setRun({ id, status, outcome }, isTaken ? 'taken' : 'started');
    runnable.runs(call.client).jobStartsOf(parentId).claim(id);
  }
}
