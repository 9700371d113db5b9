import type { IAllExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { InvalidInputError, PlatformError } from '../../platform/errors';
import { cutText } from './cutText';
import { descriptionHtml } from './descriptionHtml';
import type { ItemCall } from './operation';
import { isN8nError, worded } from './unexpected';

export type NodeFailure = NodeApiError | NodeOperationError;

/** Together below the 10 kB that an error may have. */
export const MESSAGE_BYTES = 1_000;
export const DESCRIPTION_BYTES = 8_000;

/** The error a user sees: message what failed, description what to do next, with the item it belongs to. */
export function nodeError(node: INode, error: unknown, itemIndex?: number): NodeFailure {
  if (error instanceof NodeApiError || error instanceof NodeOperationError) return bounded(error);
  if (error instanceof PlatformError) return platformFailure(node, error, itemIndex);
  if (isN8nError(error)) return bounded(new NodeOperationError(node, error, { itemIndex }));
  return platformFailure(node, worded(error) as PlatformError, itemIndex);
}

function platformFailure(node: INode, error: PlatformError, itemIndex?: number): NodeFailure {
  const message = cutText(error.message, MESSAGE_BYTES);
  const description = cutText(error.hint, DESCRIPTION_BYTES);
  const httpCode = error.status?.toString();
  const failure =
    error instanceof InvalidInputError
      ? new NodeOperationError(node, message, { description, itemIndex })
      : new NodeApiError(node, { message }, { message, description, httpCode, itemIndex });
  // n8n replaces messages in which it finds a network code by a stock text.
  failure.message = message;
  // The editor takes a description for HTML; this stands in for it there, and the description stays plain text.
  failure.context.descriptionTemplate = boundedHtml(description);
  return failure;
}

/** The error of an item. @param secretParameters names of parameters whose values it must not keep */
export function itemFailure<Client>(
  { execution, itemIndex, sent }: Pick<ItemCall<Client>, 'execution' | 'itemIndex' | 'sent'>,
  error: unknown,
  secretParameters: readonly string[] = [],
): NodeFailure {
  const failure = nodeError(execution.getNode(), worded(error, sent), itemIndex);
  return withoutSecrets(failure, secretParameters);
}

/** n8n keeps an error together with the node and all its parameters. */
export function withoutSecrets(
  failure: NodeFailure,
  secretParameters: readonly string[],
): NodeFailure {
  const { node } = failure;
  const hidden = secretParameters.filter((name) => Object.hasOwn(node.parameters, name));
  if (hidden.length === 0) return failure;
  const blanks = Object.fromEntries(hidden.map((name) => [name, '***']));
  const parameters = { ...node.parameters, ...blanks };
  return Object.assign(failure, { node: { ...node, parameters } });
}

/** What a node says that was cancelled before it had done everything. */
export function cancelled(node: INode): NodeOperationError {
  return new NodeOperationError(node, 'The execution was cancelled', {
    description: 'Nothing more was sent to the platform.',
  });
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
 * The same for a searchable list. n8n's editor takes the message for sentences with dashes in between and leaves the dashes
 * out, those of a host's name, too; one that does not break a line it leaves alone.
 */
export async function explainedInList<T>(
  context: Pick<IAllExecuteFunctions, 'getNode'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const failure = nodeError(context.getNode(), error);
    failure.message = failure.message.replace(/[-–—]/g, '\u2011');
    throw failure;
  }
}

/**
 * What an item becomes when it failed and the node continues. `error` beside `json` sends it to the error branch
 * and lets n8n write the message into `json`; a field `error` within `json` would make Retry On Fail run all items again.
 */
export function failedItem(failure: NodeFailure, itemIndex: number): INodeExecutionData {
  return { json: { message: failure.message }, error: failure, pairedItem: { item: itemIndex } };
}

function bounded(failure: NodeFailure): NodeFailure {
  failure.message = cutText(failure.message, MESSAGE_BYTES);
  failure.messages = failure.messages.map((message) => cutText(message, MESSAGE_BYTES)).slice(0, 3);
  if (failure.description) failure.description = cutText(failure.description, DESCRIPTION_BYTES);
  return failure;
}

/** As HTML, a text may be several times as long. */
function boundedHtml(description: string): string {
  let html = descriptionHtml(description);
  for (let bytes = DESCRIPTION_BYTES; Buffer.byteLength(html) > DESCRIPTION_BYTES;) {
    bytes /= 2;
    html = descriptionHtml(cutText(description, bytes));
  }
  return html;
}
