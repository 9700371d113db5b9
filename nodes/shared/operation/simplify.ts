import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from './operation';

/** n8n shows fields with the condition `@tool` only while the node is, or is not, the tool of an agent. */
const asTool = { '@tool': [true] };

/** n8n's guideline for outputs of more than ten fields. Off by default: outputs stay as they were. */
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
