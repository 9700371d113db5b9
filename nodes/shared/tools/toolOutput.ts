import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type NodeExecutionHint,
  NodeOperationError,
} from 'n8n-workflow';
import { factsOf, type NodeFailure, withFacts } from '../errors/errors';
import { readLimit } from '../items/paging';
import type { ItemParameters } from '../parameters/nodeParameters';

/** Whether an AI agent runs the node. n8n's newer agent runs a tool as a node whose type ends in "Tool". */
export function isTool(execution: IExecuteFunctions): boolean {
  return execution.isToolExecution?.() === true || execution.getNode().type.endsWith('Tool');
}

/**
 * Puts the description into the message: n8n gives an agent the message only. n8n also wraps a `NodeApiError` into a
 * `NodeOperationError`, which replaces a message that contains a code such as ECONNREFUSED; it does not wrap one of that class.
 */
export function toolFailure(failure: NodeFailure): NodeOperationError {
  const { message, description, context, node } = failure;
  const isWhole = !description || message.includes(description);
  const kept =
    failure instanceof NodeOperationError
      ? failure
      : withFacts(new NodeOperationError(node, message), factsOf(failure));
  kept.message = isWhole ? message : `${message}\n${description}`;
  return Object.assign(kept, { description, context });
}

/** For operations without a limit of their own. */
const MAX_ITEMS = 50;

/**
 * Returns what an agent gets of an output: as many items as the limit allows, a note if there may be more, then the hints, which
 * the editor shows to people. n8n runs a tool with one item.
 */
export function toolOutput(
  parameters: ItemParameters,
  output: readonly INodeExecutionData[],
  hints: readonly NodeExecutionHint[] = [],
): INodeExecutionData[] {
  const hasLimit = parameters.fields.some(({ name }) => name === 'returnAll');
  const shown = hasLimit ? output : output.slice(0, MAX_ITEMS);
  const note = hasLimit
    ? noteOfLimit(output, readLimit(parameters))
    : noteOfRest(output.length - shown.length);
  const notes = [...(note === undefined ? [] : [note]), ...hints.map(({ message }) => message)];
  return [...shown, ...notes.map((each) => ({ json: { note: each }, pairedItem: { item: 0 } }))];
}

function noteOfLimit(items: readonly INodeExecutionData[], limit: number): string | undefined {
  if (items.length < limit || items.some(({ error }) => error)) return undefined;
  return `There may be more: the limit is ${limit}. Increase the limit to get more.`;
}

function noteOfRest(leftOut: number): string | undefined {
  if (leftOut === 0) return undefined;
  return `${leftOut} more were left out: a tool returns up to ${MAX_ITEMS} items. Request fewer.`;
}
