import type { IExecuteFunctions } from 'n8n-workflow';
import { nodeError, type NodeFailure } from '../errors/errors';
import { explainUnexpected, type SendProgress } from '../errors/unexpected';

/** What an item's error is made of. */
interface FailedCall {
  execution: IExecuteFunctions;
  itemIndex: number;
  sendProgress: SendProgress;
}

/** The error of an item. */
export function itemFailure(
  { execution, itemIndex, sendProgress }: FailedCall,
  error: unknown,
): NodeFailure {
  return nodeError(execution.getNode(), explainUnexpected(error, sendProgress), itemIndex);
}
