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

/** Whether an AI agent runs the node. n8n's newer agent runs a tool as a node whose type ends in "Tool". */
export function isTool(execution: IExecuteFunctions): boolean {
  return execution.isToolExecution?.() === true || execution.getNode().type.endsWith('Tool');
}

/**
 * Puts the description into the message: n8n gives an agent the message only. n8n also wraps a `NodeApiError` into a
 * `NodeOperationError`, which replaces a message that contains a code such as ECONNREFUSED; it does not wrap one of that class.
 */
export function buildToolFailure(failure: NodeFailure): NodeOperationError {
  const { message, description, context, node } = failure;
  const isWhole = !description || message.includes(description);
  const kept =
    failure instanceof NodeOperationError
      ? failure
      : addFacts(new NodeOperationError(node, message), getFacts(failure));
  const end = /[.!?:]$/.test(message) ? '' : '.';
  kept.message = isWhole ? message : `${message}${end}\n${description}`;
  return Object.assign(kept, { description, context });
}

/** For operations without a limit of their own. */
const MAX_ITEMS = 50;

/**
 * An agent gets the fields that were chosen, as many items as the limit allows, a note if there may be more, then the hints, which
 * the editor shows to people. n8n runs a tool with one item.
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
  const isSimple = simplified && parameters.choice('toolOutput') === 'simplified';
  const names = isSimple ? simplified : selected;
  const texts = [note, ...hints.map(({ message }) => message), noteUnknownFields(selected, output)];
  return [
    ...(names.length > 0 ? items.map((item) => keepFields(item, names)) : items),
    ...texts.flatMap((text) => (text ? [{ json: { note: text }, pairedItem: { item: 0 } }] : [])),
  ];
}

/** Refuses nothing, since a change may have been made already: a list becomes text with commas. Returns none for all fields. */
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
  return `There may be more: the limit is ${limit}. Increase the limit to get more.`;
}

function noteLeftOut(leftOut: number): string | undefined {
  if (leftOut === 0) return undefined;
  return `${leftOut} more were left out: a tool returns up to ${MAX_ITEMS} items. Request fewer.`;
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

/** n8n shows fields with the condition `@tool` only while the node is, or is not, the tool of an agent. */
export const IN_TOOL = { '@tool': [true] };

/** n8n's guideline for outputs of more than ten fields. */
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

/** The fields that choose an output come before the options at the end. */
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

/** Failed items keep all fields. */
export function simplifyOutput(
  parametersOf: (itemIndex: number) => ItemParameters,
  simplified: readonly string[],
  output: readonly INodeExecutionData[],
): INodeExecutionData[] {
  return output.map((item) => {
    const isSimple =
      !item.error && parametersOf(findFirstInputIndex(item.pairedItem)).boolean('simplify');
    return isSimple ? { ...item, json: pickFields(item.json, simplified) } : item;
  });
}
