import type { INodeExecutionData } from 'n8n-workflow';
import { nodeError, type NodeFailure } from './errors';
import type { ItemCall, ItemResult } from './operation';

type Change = { result: ItemResult } | { unknownOutcome: NodeFailure };

/**
 * Retry On Fail runs a node again with the very same item objects; each new run of a node, also of the same node in a
 * loop, gets new ones. So an item is the place to remember what became of it in an earlier try.
 */
const changes = new WeakMap<INodeExecutionData, Change>();

/**
 * Changes something for an item, unless an earlier try has done so.
 * @param isRepeatable whether it may be done again where an earlier try does not know what became of it
 */
export async function changeOnce<Client>(
  { execution, itemIndex }: ItemCall<Client>,
  isRepeatable: boolean,
  change: () => Promise<ItemResult>,
): Promise<ItemResult> {
  const item = execution.getInputData()[itemIndex];
  const earlier = item && changes.get(item);
  if (earlier && 'result' in earlier) return earlier.result;
  if (earlier && !isRepeatable) throw earlier.unknownOutcome;
  try {
    const result = await change();
    if (item) changes.set(item, { result });
    return result;
  } catch (error) {
    const failure = nodeError(execution.getNode(), error, itemIndex);
    if (item && isUnknownOutcome(error)) changes.set(item, { unknownOutcome: failure });
    throw failure;
  }
}

/** The client is loaded when first used, so its classes are known here by their names only. */
function isUnknownOutcome(error: unknown): boolean {
  return error instanceof Error && error.name === 'OutcomeUnknownError';
}
