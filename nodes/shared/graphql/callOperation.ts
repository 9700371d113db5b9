import type {
  IDataObject,
  ILoadOptionsFunctions,
  INodeListSearchResult,
  INodeProperties,
  ResourceMapperField,
  ResourceMapperFields,
} from 'n8n-workflow';
import type { PreparedCall } from '../../../platform/graphql/call/callRootField';
import type { SelectionChoice } from '../../../platform/graphql/call/callDocument';
import type { ArgumentField } from '../../../platform/graphql/call/describe';
import { loadPlatform } from '../client/loadPlatform';
import { explainErrors, explainListErrors } from '../errors/errors';
import { getItemContent } from '../items/binaryContent';
import { findPage } from '../locators/listSearch';
import { buildLocator } from '../locators/locators';
import { buildNumbersAsTextOptions } from '../operation/hints';
import { defineChange, type ChangeOperation } from '../operation/operation';
import { toReceivedItems } from '../operation/output';
import { readChosenInForm, type ItemParameters } from '../parameters/nodeParameters';
import { buildPartialDataOptions, partialDataOption, type GetEndpoint } from './executeQuery';

const fields: INodeProperties[] = [
  buildLocator({
    displayName: 'Query or Mutation',
    name: 'rootField',
    description:
      "The query or mutation to call. The list shows everything in this platform's schema.",
    searchListMethod: 'searchRootFields',
    entityWithArticle: 'a query or mutation',
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
        description: 'Return the plain fields, including those of objects up to two levels deep',
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

export function buildCallOperation<Client>(
  getEndpoint: GetEndpoint<Client>,
): ChangeOperation<Client, unknown> {
  return defineChange<Client, OperationInput>({
    value: 'callOperation',
    name: 'Call Operation',
    action: 'Call GraphQL operation',
    description: "Call any query or mutation of the platform's GraphQL schema",
    fields,

    isRepeatable: false,
    changesNothing: ({ rootField }) => !isMutation(rootField),
    async read(call) {
      const { parameters, itemIndex, client, options } = call;
      const rootField = String(parameters.locator('rootField') ?? '').trim();
      const partial = isMutation(rootField) ? {} : buildPartialDataOptions(call);
      const { prepareChosenRootField } = await loadPlatform();
      const send = await prepareChosenRootField(
        await getEndpoint(client, options),
        rootField,
        {
          arguments: (parameters.value('arguments') as { value?: IDataObject | null }).value ?? {},
          selection: readSelection(parameters),
          openFile: async (propertyName) => await getItemContent(call, itemIndex, propertyName),
        },
        { ...options, ...partial, ...buildNumbersAsTextOptions(call.execution) },
      );
      return { rootField, send };
    },
    async change(_call, { rootField, send }) {
      return toReceivedItems(await send(), rootField.replace(/^\w+\./, ''));
    },
  });
}

function isMutation(rootField: string): boolean {
  return rootField.startsWith('mutation.');
}

function readSelection(parameters: ItemParameters): SelectionChoice {
  const isCustom = parameters.choice<'auto' | 'custom'>('selection') === 'custom';
  return isCustom ? { mode: 'custom', text: parameters.text('customSelection') } : { mode: 'auto' };
}

/** Returns the `methods` of a node for "Call Operation". */
export function buildGraphqlMethods<Client>(
  connect: (context: ILoadOptionsFunctions) => Promise<Client>,
  getEndpoint: GetEndpoint<Client>,
) {
  const connectToEndpoint = async (context: ILoadOptionsFunctions) =>
    await getEndpoint(await connect(context));

  const listSearch = {
    async searchRootFields(
      this: ILoadOptionsFunctions,
      filter?: string,
      paginationToken?: string,
    ): Promise<INodeListSearchResult> {
      return await explainListErrors(this, async () => {
        const { listRootFields, formatRootField, getLiveSchema } = await loadPlatform();
        const { schema } = await getLiveSchema(await connectToEndpoint(this));
        const entries = listRootFields(schema).map((root) => ({
          name: `${root.name} · ${root.kind === 'query' ? 'Query' : 'Mutation'} · ${String(root.field.type).replaceAll('!', '')}`,
          value: formatRootField(root),
          description: root.field.description ?? undefined,
        }));
        return findPage(entries, filter, paginationToken);
      });
    },
  };
  const resourceMapping = {
    async mapArguments(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
      return await explainErrors(this, async () => {
        const rootField = readChosenInForm(this, 'rootField');
        if (!rootField) {
          return { fields: [], emptyFieldsNotice: 'Choose a query or mutation first.' };
        }
        const { describeArguments, parseRootField, getLiveSchema } = await loadPlatform();
        const { schema } = await getLiveSchema(await connectToEndpoint(this));
        const argumentFields = describeArguments(parseRootField(schema, rootField));
        return {
          fields: argumentFields.map(buildFormField),
          emptyFieldsNotice: 'This query or mutation has no arguments.',
        };
      });
    },
  };
  return { listSearch, resourceMapping };
}

/** Returns, for example, `jobId * (UUID)`. The star is before the type, because n8n cuts off long labels. */
function buildLabel({ path, input, type, required }: ArgumentField): string {
  const kind = INPUT_LABELS.get(input) ?? (TYPES_WITHOUT_LABEL.has(type) ? undefined : type);
  return [path.join('.'), required && '*', kind && `(${kind})`].filter(Boolean).join(' ');
}

const INPUT_LABELS = new Map<ArgumentField['input'], string>([
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
    // The user adds an optional argument with "Add argument to send".
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
