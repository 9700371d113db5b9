import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * An object that stays the same while Retry On Fail tries a node again with an item, and that is another one for every
 * other item and every other run of the node: the place to remember what became of the item in an earlier try.
 * Each run of a node gets new item objects, also of the same node in a loop. A tool gets a new item object for each try,
 * and new JSON for each call.
 */
export function triedItem(execution: IExecuteFunctions, itemIndex: number): object | undefined {
  const item = execution.getInputData()[itemIndex];
  return execution.isToolExecution?.() ? item?.json : item;
}
