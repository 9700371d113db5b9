import type { IExecuteFunctions } from 'n8n-workflow';
import type { ItemCall } from './operation';

type ItemOfTry = Pick<ItemCall<unknown>, 'execution' | 'itemIndex'>;

/** The run of the node that a try belongs to: `getNode` copies the node, which takes too long for each item. */
const runs = new WeakMap<IExecuteFunctions, object | 'tool'>();

/** The items of each run of a node. */
const itemsOfRuns = new WeakMap<object, Map<number, object>>();

/**
 * What earlier tries have made of a node's items: Retry On Fail runs the whole node again with all of them, and a user
 * may retry a saved execution. Each kind of work has one of these; see docs/reliability.md.
 */
export class EarlierTries<Known extends object> {
  private readonly known = new WeakMap<object, Known>();

  /** What an earlier try has kept of this item. */
  of(item: ItemOfTry): Known | undefined {
    const key = keyOf(item);
    return key && this.known.get(key);
  }

  keep(item: ItemOfTry, known: Known): void {
    const key = keyOf(item);
    if (key) this.known.set(key, known);
  }

  forget(item: ItemOfTry): void {
    const key = keyOf(item);
    if (key) this.known.delete(key);
  }
}

/**
 * An object that stays the same while Retry On Fail tries a node again with an item, and that is another one for every
 * other item and every other run of the node.
 */
function keyOf({ execution, itemIndex }: ItemOfTry): object | undefined {
  const run = runs.get(execution) ?? runOf(execution);
  runs.set(execution, run);
  if (run === 'tool') return execution.getInputData()[itemIndex]?.json;
  const items = itemsOfRuns.get(run) ?? new Map<number, object>();
  itemsOfRuns.set(run, items);
  const item = items.get(itemIndex) ?? {};
  items.set(itemIndex, item);
  return item;
}

/**
 * n8n has one entry of its stack for all tries of one run of a node, and another for each run, also where two branches
 * bring the same items, or a loop does. A tool may have none of its own but its agent's: it gets the same JSON for each try
 * of a call.
 */
function runOf(execution: IExecuteFunctions): object | 'tool' {
  const entry = execution.getExecuteData();
  // Older versions of n8n do not tell a tool that it is one.
  const isTool = execution.isToolExecution?.() || entry.node.name !== execution.getNode().name;
  return isTool ? 'tool' : entry;
}

/** What a node keeps in the saved execution. */
interface SavedContext {
  keptForRetry?: unknown;
}

/** Keeps something in the saved execution as the node fails, for a user who retries it, also in another process. */
export function keepForUserRetry<Kept>(execution: IExecuteFunctions, kept: readonly Kept[]): void {
  const context: SavedContext = execution.getContext('node');
  if (kept.length > 0) context.keptForRetry = kept;
}

/** What the node has kept as it failed, where a user retries the execution. */
export function takeForUserRetry<Kept>(execution: IExecuteFunctions): readonly Kept[] {
  if (execution.getMode() !== 'retry') return [];
  const context: SavedContext = execution.getContext('node');
  const { keptForRetry = [] } = context;
  // Only the first run of the node is the one that had failed.
  delete context.keptForRetry;
  return keptForRetry as readonly Kept[];
}
