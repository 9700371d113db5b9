import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { firstIndexOf } from '../items/failedItem';
import { pickFields } from '../operation/output';
import type { ItemParameters } from '../parameters/nodeParameters';

/** n8n shows fields with the condition `@tool` only while the node is, or is not, the tool of an agent. */
export const asTool = { '@tool': [true] };

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
export function fieldsOfOperation({
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

/** Reduces items to an operation's simplified fields where the user wants that; those that failed keep all fields. */
export function simplifyOutput(
  parametersOf: (itemIndex: number) => ItemParameters,
  simplified: readonly string[],
  output: readonly INodeExecutionData[],
): INodeExecutionData[] {
  return output.map((item) => {
    const isSimple = !item.error && parametersOf(firstIndexOf(item.pairedItem)).boolean('simplify');
    return isSimple ? { ...item, json: pickFields(item.json, simplified) } : item;
  });
}
