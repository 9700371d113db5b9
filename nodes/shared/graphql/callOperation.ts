import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { PreparedCall } from '../../../platform/graphql/call/callRootField';
import { isObject } from '../../../platform/text/values';
import { binaryContent } from '../items/binaryContent';
import { numbersAsTextCall } from '../operation/hints';
import { changeOperation, type ChangeOperation } from '../operation/operation';
import type { ItemParameters } from '../parameters/nodeParameters';
import { partialDataCall, partialDataOption, type ModuleOf } from './executeQuery';

const fields: INodeProperties[] = [
  {
    displayName: 'Query or Mutation',
    name: 'rootField',
    type: 'resourceLocator',
    default: { mode: 'list', value: '' },
    required: true,
    description:
      "The query or mutation to call. The list shows everything in this platform's schema.",
    modes: [
      {
        displayName: 'From List',
        name: 'list',
        type: 'list',
        placeholder: 'Choose a query or mutation…',
        typeOptions: { searchListMethod: 'searchRootFields', searchable: true },
      },
      { displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. query.jobs' },
    ],
  },
  {
    displayName: 'Arguments',
    name: 'arguments',
    description:
      'The arguments of the query or mutation, by their names in the schema. Required arguments are marked with a star.',
    type: 'resourceMapper',
    noDataExpression: true,
    default: { mappingMode: 'defineBelow', value: null },
    typeOptions: {
      loadOptionsDependsOn: ['rootField.value'],
      resourceMapper: {
        resourceMapperMethod: 'mapArguments',
        mode: 'add',
        valuesLabel: 'Arguments',
        fieldWords: { singular: 'argument', plural: 'arguments' },
        addAllFields: true,
        supportAutoMap: false,
        noFieldsError: 'This query or mutation has no arguments.',
      },
    },
  },
  {
    displayName: 'Selection',
    name: 'selection',
    type: 'options',
    options: [
      {
        name: 'Automatic',
        value: 'auto',
        description: 'Return the scalar fields, and those of objects up to two levels deep',
      },
      { name: 'Custom', value: 'custom', description: 'Write a GraphQL selection set' },
    ],
    default: 'auto',
    description: 'Which fields of the result to return',
  },
  {
    displayName: 'Selection Set',
    name: 'customSelection',
    type: 'string',
    typeOptions: { rows: 4 },
    default: '',
    placeholder: 'e.g. name technology { label }',
    description: 'The selection set, without the outer braces',
    displayOptions: { show: { selection: ['custom'] } },
  },
  partialDataOption,
];

interface OperationInput {
  rootField: string;
  send: PreparedCall;
}

/** Calls any query or mutation of the live schema. */
export function callOperation<Client>(
  moduleOf: ModuleOf<Client>,
): ChangeOperation<Client, unknown> {
  return changeOperation<Client, OperationInput>({
    value: 'callOperation',
    name: 'Call Operation',
    action: 'Call GraphQL operation',
    description: "Call any query or mutation of the platform's GraphQL schema",
    fields,

    isRepeatable: false,
    isRead: ({ rootField }) => !isMutation(rootField),
    async read(call) {
      const { parameters, itemIndex, client, options } = call;
      const rootField = String(parameters.locator('rootField') ?? '').trim();
      const partial = isMutation(rootField) ? {} : partialDataCall(call);
      const module = await moduleOf(client, options);
      const send = await module.prepareChosenRootField(
        rootField,
        {
          arguments: readArgumentValues(parameters),
          selection: readSelection(parameters),
          openFile: async (propertyName) => await binaryContent(call, itemIndex, propertyName),
        },
        { ...options, ...partial, ...numbersAsTextCall(call.execution) },
      );
      return { rootField, send };
    },
    async change(_call, { rootField, send }) {
      return outputOf(await send(), rootField);
    },
  });
}

function isMutation(rootField: string): boolean {
  return rootField.startsWith('mutation.');
}

function readArgumentValues(parameters: ItemParameters): IDataObject {
  const { value } = parameters.value('arguments') as { value?: IDataObject | null };
  return value ?? {};
}

function readSelection(parameters: ItemParameters) {
  const mode = parameters.choice<'auto' | 'custom'>('selection');
  if (mode === 'custom') return { mode, text: parameters.text('customSelection') };
  return { mode };
}

/** A list becomes items. A value that is no object is returned under the name of the query or mutation. */
function outputOf(result: unknown, rootField: string): INodeExecutionData[] {
  const name = rootField.replace(/^\w+\./, '');
  const entries: unknown[] = Array.isArray(result) ? result : [result];
  return entries.map((entry) => ({
    json: isObject(entry) ? (entry as IDataObject) : { [name]: entry as IDataObject[string] },
  }));
}
