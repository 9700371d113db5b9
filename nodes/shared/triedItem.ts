import type { IExecuteFunctions } from 'n8n-workflow';

/** The items of each run of a node. */
const itemsOfRuns = new WeakMap<object, Map<number, object>>();

/**
 * An object that stays the same while Retry On Fail tries a node again with an item, and that is another one for every
 * other item and every other run of the node: the place to remember what became of the item in an earlier try.
 * n8n has one entry of its stack for all tries of one run of a node, and another for each run, also where two branches
 * bring the same items, or a loop does. A tool may have none of its own but its agent's: it gets the same JSON for each try
 * of a call.
 */
export function triedItem(execution: IExecuteFunctions, itemIndex: number): object | undefined {
  const run = execution.getExecuteData();
  // Older versions of n8n do not tell a tool that it is one.
  if (execution.isToolExecution?.() || run.node.name !== execution.getNode().name) {
    return execution.getInputData()[itemIndex]?.json;
  }
  const items = itemsOfRuns.get(run) ?? new Map<number, object>();
  itemsOfRuns.set(run, items);
  const item = items.get(itemIndex) ?? {};
  items.set(itemIndex, item);
  return item;
}
