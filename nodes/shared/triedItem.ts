import type { IExecuteFunctions } from 'n8n-workflow';

/** The items of each run of a node. */
const itemsOfRuns = new WeakMap<object, Map<number, object>>();

/**
 * An object that stays the same while Retry On Fail tries a node again with an item, and that is another one for every
 * other item and every other run of the node: the place to remember what became of the item in an earlier try.
 * n8n has one entry of its stack for all tries of one run of a node, and another for each run, also where two branches
 * bring the same items, or a loop does. A tool has none of its own: it gets the same JSON for each try of a call.
 */
export function triedItem(execution: IExecuteFunctions, itemIndex: number): object | undefined {
  if (execution.isToolExecution?.()) return execution.getInputData()[itemIndex]?.json;
  const run = execution.getExecuteData();
  const items = itemsOfRuns.get(run) ?? new Map<number, object>();
  itemsOfRuns.set(run, items);
  const item = items.get(itemIndex) ?? {};
  items.set(itemIndex, item);
  return item;
}
