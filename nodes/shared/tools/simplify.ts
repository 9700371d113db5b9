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

/** Returns the operation's fields, with those of its output before the options at the end. */
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
 * Reduces the output to the fields that the user chose; items that failed keep all fields.
 * @param simplified fields of the operation's simplified output
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

/** Returns none unless "Selected Fields" is chosen. @throws InvalidInputError if the value is no text */
export function selectedNames(parameters: ItemParameters): string[] {
  return namesIn(parameters.text('outputFields'));
}

/** Returns fields of an item in this order, without those that it lacks. */
export function pickFields(json: IDataObject, names: readonly string[]): IDataObject {
  const values = new Map(Object.entries(json));
  const entries = names.flatMap((name) => (values.has(name) ? [[name, values.get(name)]] : []));
  return Object.fromEntries(entries) as IDataObject;
}
