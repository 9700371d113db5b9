import type { IExecuteFunctions } from 'n8n-workflow';
import { nodeError, type NodeFailure } from '../errors/errors';
import { explainUnexpected, type SendProgress } from '../errors/unexpected';

interface FailedCall {
  execution: IExecuteFunctions;
  itemIndex: number;
  sendProgress: SendProgress;
}

/** Builds the error of an item that the user sees. */
export function itemFailure(
  { execution, itemIndex, sendProgress }: FailedCall,
  error: unknown,
): NodeFailure {
  return nodeError(execution.getNode(), explainUnexpected(error, sendProgress), itemIndex);
}
