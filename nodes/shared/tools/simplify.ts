import type {
  IDataObject,
  INodeExecutionData,
  INodeProperties,
  NodeExecutionHint,
} from 'n8n-workflow';
import { firstIndexOf } from '../items/failedItem';
import type { Operation, OperationCall } from '../operation/operation';
import { namesIn } from '../parameters/fieldValue';
import type { ItemParameters } from '../parameters/nodeParameters';
import { isTool } from './toolOutput';

/** n8n shows fields with the condition `@tool` only while the node is, or is not, the tool of an agent. */
const asTool = { '@tool': [true] };

/** n8n's guideline for outputs of more than ten fields. */
export const simplifyField: INodeProperties = {
  displayName: 'Simplify',
  name: 'simplify',
  type: 'boolean',
  default: false,
  description: 'Whether to return a simplified version of the response instead of the raw data',
};

const simplifyFields: INodeProperties[] = [
  { ...simplifyField, displayOptions: { hide: asTool } },
  {
    displayName: 'Output',
    name: 'toolOutput',
    type: 'options',
    default: 'raw',
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
    displayOptions: { show: asTool },
  },
  {
    displayName: 'Fields',
    name: 'outputFields',
    type: 'string',
    default: '',
    placeholder: 'e.g. name, status, url',
    description:
      'The names of the fields to return, separated by commas. Leave empty to return all fields.',
    displayOptions: { show: { ...asTool, toolOutput: ['selected'] } },
  },
];

/** The operation's own fields, and those of its output before a collection at the end. */
export function fieldsOfOperation<Client>({
  fields,
  simplified,
}: Pick<Operation<Client>, 'fields' | 'simplified'>): INodeProperties[] {
  if (!simplified) return fields;
  const end = fields.at(-1)?.name === 'options' ? fields.length - 1 : fields.length;
  return [...fields.slice(0, end), ...simplifyFields, ...fields.slice(end)];
}

interface SimpleOutput {
  items: readonly INodeExecutionData[];
  /** Fields that were selected but that no item has. */
  hints: NodeExecutionHint[];
}

/**
 * The output with the fields that the user wants of it (`simplify.ts`); items that failed stay whole.
 * @param simplified of the operation
 */
export function simplifyOutput<Client>(
  { execution, parametersOf }: OperationCall<Client>,
  simplified: readonly string[] | undefined,
  output: readonly INodeExecutionData[],
): SimpleOutput {
  if (!simplified) return { items: output, hints: [] };
  const isForTool = isTool(execution);
  const selected = new Set<string>();
  const found = new Set<string>();
  const items = output.map((item) => {
    if (item.error) return item;
    const parameters = parametersOf(firstIndexOf(item.pairedItem));
    const chosen = isForTool ? selectedNames(parameters) : [];
    const isSimple = isForTool
      ? parameters.choice('toolOutput') === 'simplified'
      : parameters.boolean('simplify');
    if (!isSimple && chosen.length === 0) return item;
    for (const name of chosen) selected.add(name);
    const json = pickFields(item.json, isSimple ? simplified : chosen);
    for (const name of Object.keys(json)) found.add(name);
    return { ...item, json };
  });
  const unknown = [...selected].filter((name) => !found.has(name));
  const message = `The output has no field ${unknown.join(', ')}`;
  return { items, hints: unknown.length > 0 ? [{ message }] : [] };
}

/** None unless "Selected Fields" is chosen. @throws InvalidInputError for what is no text */
export function selectedNames(parameters: ItemParameters): string[] {
  return namesIn(parameters.text('outputFields'));
}

/** Fields of an item, in this order; it may lack some. */
export function pickFields(json: IDataObject, names: readonly string[]): IDataObject {
  const values = new Map(Object.entries(json));
  const entries = names.flatMap((name) => (values.has(name) ? [[name, values.get(name)]] : []));
  return Object.fromEntries(entries) as IDataObject;
}
