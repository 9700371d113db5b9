import type {
  IDataObject,
  IExecuteFunctions,
  INodeExecutionData,
  INodeProperties,
} from 'n8n-workflow';
import type { PreparedCall } from '../../../platform/graphql/call/callOperation';
import { binaryContent } from '../binaryContent';
import { readLocator } from '../locators';
import { changeOperation, type ChangeOperation } from '../operation';
import { readParameter } from '../parameters/readParameter';
import type { ModuleOf } from './module';
import { partialDataOption, partialDataCall } from './partialData';

const fields: INodeProperties[] = [
  {
    displayName: 'Query or Mutation',
    name: 'rootField',
    type: 'resourceLocator',
    default: { mode: 'list', value: '' },
    required: true,
    description: 'What to call; the list shows everything that this platform offers',
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
      'The arguments of the query or mutation, by their names in the schema. A star marks what it needs.',
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
        noFieldsError: 'This one takes no arguments.',
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
        description: 'The plain fields, and objects two levels deep',
      },
      { name: 'Choose Fields', value: 'fields', description: 'Pick fields from a list' },
      { name: 'Write It', value: 'custom', description: 'Write a GraphQL selection set' },
    ],
    default: 'auto',
    description: 'Which fields of the result to ask for',
  },
  {
    displayName: 'Field Names or IDs',
    name: 'fields',
    type: 'multiOptions',
    typeOptions: {
      loadOptionsMethod: 'listSelectableFields',
      loadOptionsDependsOn: ['rootField.value'],
    },
    default: [],
    description:
      'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
    displayOptions: { show: { selection: ['fields'] } },
  },
  {
    displayName: 'Selection Set',
    name: 'customSelection',
    type: 'string',
    typeOptions: { rows: 4 },
    default: '',
    placeholder: 'e.g. name technology { label }',
    description: 'What would stand between the braces after the query or mutation',
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
    description: 'Call any query or mutation that the platform offers',
    fields,

    isRepeatable: false,
    isRead: ({ rootField }) => !isMutation(rootField),
    async read(call) {
      const { execution, itemIndex, client, options } = call;
      const rootField = String(readLocator(execution, 'rootField', itemIndex) ?? '').trim();
      const partial = isMutation(rootField) ? {} : partialDataCall(execution, itemIndex);
      const module = await moduleOf(client, options);
      const send = await module.prepareOperation(
        rootField,
        {
          arguments: readArgumentValues(execution, itemIndex),
          selection: readSelection(execution, itemIndex),
          openFile: async (propertyName) => await binaryContent(call, itemIndex, propertyName),
        },
        { ...options, ...partial },
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

function readArgumentValues(execution: IExecuteFunctions, itemIndex: number): IDataObject {
  const mapper = readParameter(execution, 'arguments', itemIndex, {}) as {
    value?: IDataObject | null;
  };
  return mapper.value ?? {};
}

function readSelection(execution: IExecuteFunctions, itemIndex: number) {
  const mode = readParameter(execution, 'selection', itemIndex, 'auto');
  if (mode === 'custom') {
    const text = String(readParameter(execution, 'customSelection', itemIndex, ''));
    return { mode, text } as const;
  }
  if (mode !== 'fields') return { mode: 'auto' } as const;
  const chosen = readParameter(execution, 'fields', itemIndex, []);
  return { mode, fields: Array.isArray(chosen) ? chosen.map(String) : [] } as const;
}

/** A list becomes items; what is no object stands under the name of what was called. */
function outputOf(result: unknown, rootField: string): INodeExecutionData[] {
  const name = rootField.replace(/^\w+\./, '');
  const entries: unknown[] = Array.isArray(result) ? result : [result];
  return entries.map((entry) => ({
    json:
      typeof entry === 'object' && entry !== null && !Array.isArray(entry)
        ? (entry as IDataObject)
        : { [name]: entry as IDataObject[string] },
  }));
}
