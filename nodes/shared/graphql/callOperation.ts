import type {
  IDataObject,
  ILoadOptionsFunctions,
  INodeListSearchResult,
  INodeProperties,
  ResourceMapperField,
  ResourceMapperFields,
} from 'n8n-workflow';
import type { PreparedCall } from '../../../platform/graphql/call/callRootField';
import type { ArgumentField } from '../../../platform/graphql/call/describe';
import { loadPlatform } from '../client/loadPlatform';
import { explained, explainedInList } from '../errors/errors';
import { binaryContent } from '../items/binaryContent';
import { searchPage } from '../locators/listSearch';
import { locator } from '../locators/locators';
import { numbersAsTextCall } from '../operation/hints';
import { changeOperation, type ChangeOperation } from '../operation/operation';
import { receivedItems } from '../operation/output';
import { chosenInForm, type ItemParameters } from '../parameters/nodeParameters';
import { partialDataCall, partialDataOption, type EndpointOf } from './executeQuery';

const fields: INodeProperties[] = [
  locator({
    displayName: 'Query or Mutation',
    name: 'rootField',
    description:
      "The query or mutation to call. The list shows everything in this platform's schema.",
    searchListMethod: 'searchRootFields',
    what: 'a query or mutation',
    idPlaceholder: 'query.jobs',
  }),
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

export function callOperation<Client>(
  endpointOf: EndpointOf<Client>,
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
      const { prepareChosenRootField } = await loadPlatform();
      const send = await prepareChosenRootField(
        await endpointOf(client, options),
        rootField,
        {
          arguments: readArgumentValues(parameters),
          selection: {
            mode: parameters.choice<'auto' | 'custom'>('selection'),
            text: parameters.text('customSelection'),
          },
          openFile: async (propertyName) => await binaryContent(call, itemIndex, propertyName),
        },
        { ...options, ...partial, ...numbersAsTextCall(call.execution) },
      );
      return { rootField, send };
    },
    async change(_call, { rootField, send }) {
      return receivedItems(await send(), rootField.replace(/^\w+\./, ''));
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

/** Returns the `methods` of a node for "Call Operation". */
export function graphqlMethods<Client>(
  connect: (context: ILoadOptionsFunctions) => Promise<Client>,
  endpointOf: EndpointOf<Client>,
) {
  const open = async (context: ILoadOptionsFunctions) => await endpointOf(await connect(context));

  const listSearch = {
    async searchRootFields(
      this: ILoadOptionsFunctions,
      filter?: string,
      paginationToken?: string,
    ): Promise<INodeListSearchResult> {
      return await explainedInList(this, async () => {
        const { listRootFields, rootFieldValue, wholeSchema } = await loadPlatform();
        const { schema } = await wholeSchema(await open(this));
        const entries = listRootFields(schema).map((root) => ({
          name: `${root.name} · ${root.kind === 'query' ? 'Query' : 'Mutation'} · ${String(root.field.type).replaceAll('!', '')}`,
          value: rootFieldValue(root),
          description: root.field.description ?? undefined,
        }));
        return searchPage(entries, filter, paginationToken);
      });
    },
  };
  const resourceMapping = {
    async mapArguments(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
      return await explained(this, async () => {
        const rootField = chosenInForm(this, 'rootField');
        if (!rootField) {
          return { fields: [], emptyFieldsNotice: 'Choose a query or mutation first.' };
        }
        const { describeArguments, findRootField, wholeSchema } = await loadPlatform();
        const { schema } = await wholeSchema(await open(this));
        const described = describeArguments(findRootField(schema, rootField));
        return {
          fields: described.map(buildFormField),
          emptyFieldsNotice: 'It takes no arguments.',
        };
      });
    },
  };
  return { listSearch, resourceMapping };
}

/** Returns `jobId * (UUID)` or `job.technology.label`. The star is before the type, since n8n cuts long labels. */
function buildLabel({ path, input, type, required }: ArgumentField): string {
  const kind = KINDS.get(input) ?? (TYPES_WITHOUT_LABEL.has(type) ? undefined : type);
  return [path.join('.'), required && '*', kind && `(${kind})`].filter(Boolean).join(' ');
}

const KINDS = new Map<ArgumentField['input'], string>([
  ['file', 'name of a binary field'],
  ['object', 'JSON'],
  ['array', 'JSON list'],
]);

const TYPES_WITHOUT_LABEL = new Set(['String', 'Int', 'Float', 'Boolean']);

function buildFormField(argument: ArgumentField): ResourceMapperField {
  const { path, input, required, values, defaultValue } = argument;
  return {
    id: path.join('.'),
    displayName: buildLabel(argument),
    // n8n marks a required field in red before the user fills it in. The node reports missing fields when it runs.
    required: false,
    defaultMatch: false,
    canBeUsedToMatch: false,
    display: true,
    // The user adds it by "Add argument".
    ...(!required && { removed: true }),
    type: input === 'file' ? 'string' : input,
    ...(values && {
      options: values.map((value) => ({
        name: value.name,
        value: value.name,
        description: value.description,
      })),
    }),
    ...(defaultValue !== undefined && { defaultValue }),
  };
}
