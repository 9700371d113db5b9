import type { PlatformClient } from '../../../platform/client';
import type { RunStart } from '../../../platform/runs/startRun';
import type { ItemCall, OperationCall } from '../../shared/operation';
import { triedItem } from '../../shared/triedItem';
import type { Runnable } from './runnable';

/** By which run an item was started, for Retry On Fail, which runs the node again with the same items. */
const starts = new WeakMap<object, RunStart>();

/** The start of this item's run: the one that an earlier try began, or a new one. */
export function startOf(
  { execution, client }: OperationCall<PlatformClient>,
  runnable: Runnable,
  parentId: string,
  itemIndex: number,
): RunStart {
  const item = triedItem(execution, itemIndex);
  const earlier = item && starts.get(item);
  if (earlier?.parentId === parentId) return earlier;
  const start = runnable.runs(client).newStart(parentId);
  if (item) starts.set(item, start);
  return start;
}

/** The run has ended and that was reported: trying again means a new one. */
export function forgetStart({ execution, itemIndex }: ItemCall<PlatformClient>): void {
  const item = triedItem(execution, itemIndex);
  if (item) starts.delete(item);
}

/** What is kept of an item's run in the saved execution, for a user who retries it, also in another process. */
interface SavedRun {
  item: number;
  parentId: string;
  id: string;
  status: string;
  /** Somebody else started it. */
  isTaken: boolean;
}

const CONTEXT_KEY = 'startedRuns';

/** Keeps the runs that were started, as the node fails. */
export function saveRuns(
  { execution }: OperationCall<PlatformClient>,
  items: ReadonlyArray<RunStart | undefined>,
): void {
  const saved = items.flatMap((start, item): SavedRun[] => {
    const earlier = start && isKept(execution, item, start) ? start.run : undefined;
    if (!earlier || !start) return [];
    return [{ item, parentId: start.parentId, isTaken: start.isTaken, ...earlier }];
  });
  if (saved.length > 0) execution.getContext('node')[CONTEXT_KEY] = saved;
}

/** Where a user retries an execution, its items keep the runs that the failed try started. */
export function restoreRuns(call: OperationCall<PlatformClient>, runnable: Runnable): void {
  const { execution } = call;
  if (execution.getMode() !== 'retry') return;
  const context = execution.getContext('node');
  const saved = context[CONTEXT_KEY] as SavedRun[] | undefined;
  // Only the first run of the node is the one that had failed.
  delete context[CONTEXT_KEY];
  for (const { item, parentId, isTaken, id, status } of saved ?? []) {
    const start = startOf(call, runnable, parentId, item);
    start.keep({ id, status }, isTaken ? 'taken' : 'started');
  }
}

/** A run whose bad end was reported is not kept. */
function isKept(
  execution: OperationCall<PlatformClient>['execution'],
  itemIndex: number,
  start: RunStart,
): boolean {
  const item = triedItem(execution, itemIndex);
  return item !== undefined && starts.get(item) === start;
}
