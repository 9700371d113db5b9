import type { IExecuteFunctions } from 'n8n-workflow';
import type { ItemCall } from '../operation/operation';

type ItemOfTry = Pick<ItemCall<unknown>, 'execution' | 'itemIndex'>;

/** `getNode` copies the node, which is too slow for each item. */
const runs = new WeakMap<IExecuteFunctions, object | 'tool'>();

/**
 * Memory of earlier tries of a node's items: Retry On Fail runs the whole node again with all of them. n8n does not say that a run
 * is a retry; only the entry of its stack and the item's position stay the same. All tries of one run of the node find the memory;
 * a loop or a second branch with equal items does not. It is freed with the execution, and exists in this process only. For a user
 * who retries a saved execution, perhaps days later and elsewhere, `saveStarts` writes into the execution itself. Each kind of work
 * has a memory of its own; see docs/reliability.md.
 */
export class EarlierTries<Known extends object> {
  private readonly known = new WeakMap<object, Map<number, Known>>();

  recall(item: ItemOfTry): Known | undefined {
    const { tries, place } = findPlace(item);
    return tries && this.known.get(tries)?.get(place);
  }

  keep(item: ItemOfTry, known: Known): void {
    const { tries, place } = findPlace(item);
    if (!tries) return;
    const ofTries = this.known.get(tries) ?? new Map<number, Known>();
    this.known.set(tries, ofTries.set(place, known));
  }

  forget(item: ItemOfTry): void {
    const { tries, place } = findPlace(item);
    if (tries) this.known.get(tries)?.delete(place);
  }
}

/** Returns an object that all tries of one run of the node share, and no other run, and the place of the item there. */
function findPlace({ execution, itemIndex }: ItemOfTry): { tries?: object; place: number } {
  const run = runs.get(execution) ?? findRun(execution);
  runs.set(execution, run);
  if (run !== 'tool') return { tries: run, place: itemIndex };
  return { tries: execution.getInputData()[itemIndex]?.json, place: 0 };
}

/**
 * A run of the node has an entry of its own in n8n's stack. A tool may have none but its agent's, but it gets the same JSON for
 * each try of a call.
 */
function findRun(execution: IExecuteFunctions): object | 'tool' {
  const entry = execution.getExecuteData();
  // Older versions of n8n do not tell a tool that it is one.
  const isTool = execution.isToolExecution?.() || entry.node.name !== execution.getNode().name;
  return isTool ? 'tool' : entry;
}
