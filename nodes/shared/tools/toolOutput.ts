import {
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeProperties,
  type NodeExecutionHint,
  NodeOperationError,
} from 'n8n-workflow';
import { cutText, factsOf, type NodeFailure, withFacts } from '../errors/errors';
import type { OperationCall } from '../operation/operation';
import { entriesLeftOut, readLimit } from '../items/paging';

/** Whether an AI agent runs the node. Its agent of today has n8n run a tool as any node, of a type that ends so. */
export function isTool(execution: IExecuteFunctions): boolean {
  return execution.isToolExecution?.() === true || execution.getNode().type.endsWith('Tool');
}

/**
 * n8n hands an agent no more than a failure's message, so what to do next belongs to it. n8n wraps a `NodeApiError` into a
 * `NodeOperationError`, which replaces a whole message that contains a code such as ECONNREFUSED; one of that class it keeps.
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

/** What a model reads at once, of operations that have no limit of their own. */
const MAX_ITEMS = 50;
/** As much as a configuration file that is given as text. */
export const MAX_TEXT_BYTES = 256 * 1024;

/**
 * What an agent is given: no fields that hold nothing, objects at most two levels deep, no more items than were asked for,
 * and no endless lists and texts in them. What was left out is told last, and what people are told as a hint.
 */
export function toolOutput(
  call: OperationCall<unknown>,
  fields: readonly INodeProperties[],
  output: readonly INodeExecutionData[],
  hints: readonly NodeExecutionHint[] = [],
): INodeExecutionData[] {
  const hasLimit = fields.some(({ name }) => name === 'returnAll');
  const given = [...byInput(output)].flatMap(([itemIndex, items]) => {
    const shown = hasLimit ? items : items.slice(0, MAX_ITEMS);
    const note = hasLimit ? noteOfLimit(call, itemIndex, items) : noteOfMost(items.length);
    return [
      ...shown.map((item) => ({ ...item, json: short(item.json) })),
      ...(note ? [{ json: { note }, pairedItem: { item: itemIndex } }] : []),
    ];
  });
  return [...given, ...hints.map(({ message }) => ({ json: { note: message }, pairedItem: 0 }))];
}

function byInput(output: readonly INodeExecutionData[]): Map<number, INodeExecutionData[]> {
  const groups = new Map<number, INodeExecutionData[]>();
  for (const item of output) {
    const { pairedItem } = item;
    const itemIndex = typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem.item : 0;
    const group = groups.get(itemIndex) ?? [];
    group.push(item);
    groups.set(itemIndex, group);
  }
  return groups;
}

function noteOfLimit(
  { execution, parametersOf }: OperationCall<unknown>,
  itemIndex: number,
  items: readonly INodeExecutionData[],
): string | undefined {
  const limit = readLimit(parametersOf(itemIndex));
  if (items.length < limit || items.some(({ error }) => error)) return undefined;
  const leftOut = entriesLeftOut(execution, itemIndex);
  if (leftOut === 0) return undefined;
  const what = leftOut === undefined ? 'There may be more' : `${leftOut} more were left out`;
  return `${what}: the limit is ${limit}. Increase the limit to get more.`;
}

function noteOfMost(count: number): string | undefined {
  if (count <= MAX_ITEMS) return undefined;
  return `${count - MAX_ITEMS} more were left out: a tool returns up to ${MAX_ITEMS} items. Request fewer.`;
}

function short(json: IDataObject): IDataObject {
  return withoutNulls(json, 0) as IDataObject;
}

function withoutNulls(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return shortList(value);
  if (typeof value === 'string') return shortText(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => fieldsOf(name, inner, depth)),
  );
}

function shortList(list: unknown[]): unknown[] {
  const shown = list.slice(0, MAX_ITEMS).map((entry) => withoutNulls(entry, 1));
  const leftOut = list.length - shown.length;
  return leftOut > 0 ? [...shown, `${leftOut} more were left out`] : shown;
}

function shortText(text: string): string {
  const shown = cutText(text, MAX_TEXT_BYTES);
  if (shown === text) return text;
  return `${shown} (${text.length - shown.length + 1} more characters were left out)`;
}

/** An object that lies too deep becomes fields of the one around it, as `dockerInfo.image`. */
function fieldsOf(name: string, value: unknown, depth: number): Array<[string, unknown]> {
  if (value === null || value === undefined) return [];
  const shown = withoutNulls(value, depth + 1);
  if (depth < 1 || Array.isArray(shown) || typeof shown !== 'object' || shown === null) {
    return [[name, shown]];
  }
  return Object.entries(shown).map(([inner, entry]) => [`${name}.${inner}`, entry]);
}
