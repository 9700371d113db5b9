import type { IExecuteFunctions } from 'n8n-workflow';
import type { ItemCall } from '../operation/operation';

type ItemOfTry = Pick<ItemCall<unknown>, 'execution' | 'itemIndex'>;

/** Caches `findRun`, because `getNode` copies the node, which is too slow for each item. */
const runsByExecution = new WeakMap<IExecuteFunctions, object | 'tool'>();

/**
 * Keeps a result for each item until the node has ended, because Retry On Fail runs the whole node again with all items. n8n does
 * not report that a run is a retry, but all tries have the same entry in its stack and the same item indexes. A loop pass or a
 * second branch has another entry, even with equal items. The results are freed with the execution, and other processes do not
 * have them. For a user who retries a saved execution, `saveStarts` writes into the execution itself. Each kind of work has its
 * own instance; see docs/reliability.md.
 */
export class EarlierTries<Result extends object> {
  private readonly results = new WeakMap<object, Map<number, Result>>();

  recall(item: ItemOfTry): Result | undefined {
    const { tries, key } = findTries(item);
    return tries && this.results.get(tries)?.get(key);
  }

  keep(item: ItemOfTry, result: Result): void {
    const { tries, key } = findTries(item);
    if (!tries) return;
    const resultsOfTries = this.results.get(tries) ?? new Map<number, Result>();
    this.results.set(tries, resultsOfTries.set(key, result));
  }

  forget(item: ItemOfTry): void {
    const { tries, key } = findTries(item);
    if (tries) this.results.get(tries)?.delete(key);
  }
}

/** Returns an object that only the tries of one run of the node share, and the key of the item's result. */
function findTries({ execution, itemIndex }: ItemOfTry): { tries?: object; key: number } {
  const run = runsByExecution.get(execution) ?? findRun(execution);
  runsByExecution.set(execution, run);
  if (run !== 'tool') return { tries: run, key: itemIndex };
  return { tries: execution.getInputData()[itemIndex]?.json, key: 0 };
}

/**
 * Returns the entry of the node's run in n8n's stack. A tool may have only the entry of its agent, but gets the same JSON in each
 * try of a call.
 */
function findRun(execution: IExecuteFunctions): object | 'tool' {
  const entry = execution.getExecuteData();
  // Older versions of n8n do not have `isToolExecution`.
  const isTool = execution.isToolExecution?.() || entry.node.name !== execution.getNode().name;
  return isTool ? 'tool' : entry;
}
