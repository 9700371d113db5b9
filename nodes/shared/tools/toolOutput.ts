import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeProperties,
  type NodeExecutionHint,
  NodeOperationError,
} from 'n8n-workflow';
import { getFacts, type NodeFailure, addFacts } from '../errors/errors';
import { findFirstInputIndex } from '../items/failedItem';
import { readLimit } from '../items/paging';
import { splitNames } from '../parameters/fieldValue';
import type { ItemParameters } from '../parameters/nodeParameters';
import { pickFields } from '../operation/output';

/** Returns true if an AI agent runs the node. n8n's newer agent runs a tool as a node whose type ends in "Tool". */
export function isTool(execution: IExecuteFunctions): boolean {
  return execution.isToolExecution?.() === true || execution.getNode().type.endsWith('Tool');
}

/**
 * Adds the description to the message, because n8n passes only the message to an agent. Returns a `NodeOperationError`, because n8n
 * would wrap a `NodeApiError` in one and then replace a message that contains a code such as ECONNREFUSED.
 */
export function buildToolFailure(failure: NodeFailure): NodeOperationError {
  const { message, description, context, node } = failure;
  const isComplete = !description || message.includes(description);
  const toolError =
    failure instanceof NodeOperationError
      ? failure
      : addFacts(new NodeOperationError(node, message), getFacts(failure));
  const end = /[.!?:]$/.test(message) ? '' : '.';
  toolError.message = isComplete ? message : `${message}${end}\n${description}`;
  return Object.assign(toolError, { description, context });
}

/** Limits the items of operations that have no field "Limit". */
const MAX_ITEMS = 50;

/**
 * Builds the output for an agent: the chosen fields of the items, then notes, for example if there may be more items. n8n runs a
 * tool with one input item.
 */
export function buildToolOutput(
  parameters: ItemParameters,
  simplified: readonly string[] | undefined,
  output: readonly INodeExecutionData[],
  hints: readonly NodeExecutionHint[] = [],
): INodeExecutionData[] {
  const hasLimit = parameters.fields.some(({ name }) => name === 'returnAll');
  const items = hasLimit ? output : output.slice(0, MAX_ITEMS);
  const note = hasLimit
    ? noteLimit(output, readLimit(parameters))
    : noteLeftOut(output.length - items.length);
  const selected = simplified ? readSelectedNames(parameters) : [];
  const isSimplified = simplified && parameters.choice('toolOutput') === 'simplified';
  const names = isSimplified ? simplified : selected;
  const notes = [note, ...hints.map(({ message }) => message), noteUnknownFields(selected, output)];
  return [
    ...(names.length > 0 ? items.map((item) => keepFields(item, names)) : items),
    ...notes.flatMap((text) => (text ? [{ json: { note: text }, pairedItem: { item: 0 } }] : [])),
  ];
}

/** Accepts any value, because a change may already have been made. Returns no names if all fields are wanted. */
function readSelectedNames(parameters: ItemParameters): string[] {
  const value = parameters.value('outputFields') ?? '';
  const isText = typeof value !== 'object' || Array.isArray(value);
  return isText ? splitNames(String(value)) : [];
}

function keepFields(item: INodeExecutionData, names: readonly string[]): INodeExecutionData {
  return item.error ? item : { ...item, json: pickFields(item.json, names) };
}

function noteLimit(items: readonly INodeExecutionData[], limit: number): string | undefined {
  if (items.length < limit || items.some(({ error }) => error)) return undefined;
  return `There may be more items. To get more than ${limit}, increase the limit.`;
}

function noteLeftOut(count: number): string | undefined {
  if (count === 0) return undefined;
  return `${count} more items were left out, because this tool returns up to ${MAX_ITEMS}. Request fewer items.`;
}

function noteUnknownFields(
  names: readonly string[],
  output: readonly INodeExecutionData[],
): string | undefined {
  const items = output.filter(({ error }) => !error);
  const unknown = names.filter((name) => !items.some(({ json }) => Object.hasOwn(json, name)));
  if (items.length === 0 || unknown.length === 0) return undefined;
  return `The output has no field ${unknown.join(', ')}`;
}

/** The condition under which n8n shows or hides a field in the tool of an agent. */
export const IN_TOOL = { '@tool': [true] };

/** n8n's guidelines ask for this field if an output has more than ten fields. */
export const simplifyField: INodeProperties = {
  displayName: 'Simplify',
  name: 'simplify',
  type: 'boolean',
  default: false,
  description: 'Whether to return a simplified version of the response instead of the raw data',
};

const simplifyFields: INodeProperties[] = [
  { ...simplifyField, displayOptions: { hide: IN_TOOL } },
  {
    displayName: 'Fields to Return',
    name: 'toolOutput',
    type: 'options',
    default: 'simplified',
    description: 'Which fields to return to the agent',
    options: [
      { name: 'Raw', value: 'raw', description: 'All fields' },
      {
        name: 'Selected Fields',
        value: 'selected',
        description: 'Only the fields that you enter',
      },
      { name: 'Simplified', value: 'simplified', description: 'The most important fields' },
    ],
    displayOptions: { show: IN_TOOL },
  },
  {
    displayName: 'Fields',
    name: 'outputFields',
    type: 'string',
    default: '',
    placeholder: 'e.g. name, status, url',
    description:
      'The names of the fields to return, separated by commas. Leave empty to return all fields.',
    displayOptions: { show: { ...IN_TOOL, toolOutput: ['selected'] } },
  },
];

/** Returns the fields of an operation, with those for a simplified output before the options at the end. */
export function listOperationFields({
  fields,
  simplified,
}: {
  fields: INodeProperties[];
  simplified?: readonly string[];
}): INodeProperties[] {
  if (!simplified) return fields;
  const end = fields.at(-1)?.name === 'options' ? fields.length - 1 : fields.length;
  return [...fields.slice(0, end), ...simplifyFields, ...fields.slice(end)];
}

/** Simplifies the items for which the user chose it. Failed items keep all fields. */
export function simplifyOutput(
  parametersOf: (itemIndex: number) => ItemParameters,
  simplified: readonly string[],
  output: readonly INodeExecutionData[],
): INodeExecutionData[] {
  return output.map((item) => {
    const isSimplified =
      !item.error && parametersOf(findFirstInputIndex(item.pairedItem)).boolean('simplify');
    return isSimplified ? { ...item, json: pickFields(item.json, simplified) } : item;
  });
}
