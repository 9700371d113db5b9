import type { IAllExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { PlatformError } from '../../platform';
import { descriptionHtml } from './descriptionHtml';

export type NodeFailure = NodeApiError | NodeOperationError;

/** The error a user sees: message what failed, description what to do next, with the item it belongs to. */
export function nodeError(node: INode, error: unknown, itemIndex?: number): NodeFailure {
  if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
  if (!isPlatformError(error)) {
    return new NodeOperationError(node, error instanceof Error ? error : String(error), {
      itemIndex,
    });
  }
  const failure =
    error.name !== 'InvalidInputError'
      ? new NodeApiError(
          node,
          { message: error.message },
          {
            message: error.message,
            description: error.hint,
            httpCode: error.status?.toString(),
            itemIndex,
          },
        )
      : new NodeOperationError(node, error.message, {
          description: error.hint,
          itemIndex,
        });
  // n8n replaces messages in which it finds a network code by a stock text.
  failure.message = error.message;
  // The editor takes a description for HTML; this stands in for it there, and the description stays plain text.
  failure.context.descriptionTemplate = descriptionHtml(error.hint);
  return failure;
}

/** n8n keeps an error together with the node and all its parameters. */
export function withoutSecrets(node: INode, secretParameters: readonly string[]): INode {
  const hidden = secretParameters.filter((name) => Object.hasOwn(node.parameters, name));
  const blanks = Object.fromEntries(hidden.map((name) => [name, '***']));
  return { ...node, parameters: { ...node.parameters, ...blanks } };
}

/** Does what the editor or a poll asks for; a failure becomes an error that the user can read. */
export async function explained<T>(
  context: Pick<IAllExecuteFunctions, 'getNode'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw nodeError(context.getNode(), error);
  }
}

/**
 * What an item becomes when it failed and the node continues. `error` beside `json` sends it to the error branch
 * and lets n8n write the message into `json`; a field `error` within `json` would make Retry On Fail run all items again.
 */
export function failedItem(failure: NodeFailure, itemIndex: number): INodeExecutionData {
  return { json: { message: failure.message }, error: failure, pairedItem: { item: itemIndex } };
}

/** The client is loaded when first used, so its classes are known here by their shape only. */
function isPlatformError(error: unknown): error is PlatformError {
  return error instanceof Error && 'hint' in error && 'reach' in error;
}
