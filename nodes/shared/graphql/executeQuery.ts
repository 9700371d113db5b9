import { buildNumbersAsTextOptions, showHints } from '../operation/hints';
import { defineChange, type ChangeOperation, type ItemCall } from '../operation/operation';
import { buildOptionsField } from '../parameters/collections';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { CallOptions, GraphqlEndpoint } from '../../../platform/graphql/send/endpoint';
import type { UserQuery } from '../../../platform/graphql/call/userQuery';
import { loadPlatform } from '../client/loadPlatform';

export type GetEndpoint<Client> = (
  client: Client,
  options?: CallOptions,
) => Promise<GraphqlEndpoint>;

export const partialDataOption = buildOptionsField(
  'How to handle a response with both data and errors',
  [
    {
      displayName: 'Accept Partial Data',
      name: 'acceptPartialData',
      type: 'boolean',
      default: true,
      description: 'Whether to return the data even if the platform reports errors for some fields',
    },
  ],
);

/** If the user accepts partial data, returns call options that show the errors of a partial response as a hint. */
export function buildPartialDataOptions({ execution, parameters }: ItemCall<unknown>) {
  if (!parameters.boolean('options.acceptPartialData')) return {};
  return {
    onPartialData: ({ message }: Error) =>
      showHints(execution, { message, location: 'outputPane' }),
  };
}

const fields: INodeProperties[] = [
  {
    displayName: 'Query',
    name: 'query',
    type: 'string',
    typeOptions: { rows: 8 },
    default: '',
    required: true,
    placeholder: 'e.g. query { projects { name } }',
    description: 'The GraphQL query or mutation to send',
  },
  {
    displayName: 'Variables',
    name: 'variables',
    type: 'json',
    default: '{}',
    description: 'Values for the variables of the query, as a JSON object',
  },
  {
    displayName: 'Operation Name',
    name: 'operationName',
    type: 'string',
    default: '',
    description: 'The operation to execute. Leave empty unless the query contains several.',
  },
  partialDataOption,
];

interface QueryInput {
  query: UserQuery;
  endpoint: GraphqlEndpoint;
}

export function buildExecuteQuery<Client>(
  getEndpoint: GetEndpoint<Client>,
): ChangeOperation<Client, unknown> {
  return defineChange<Client, QueryInput>({
    value: 'executeQuery',
    name: 'Execute Query',
    action: 'Execute GraphQL query',
    description: 'Send your own GraphQL query or mutation',
    fields,

    isRepeatable: false,
    changesNothing: ({ query }) => query.kind === 'query',
    async read({ parameters, client, options }) {
      const text = parameters.text('query');
      const variables = parameters.jsonObject('variables');
      const operationName = parameters.text('operationName');
      const { readUserQuery, validateUserQuery } = await loadPlatform();
      const query = readUserQuery(text, variables, operationName);
      const endpoint = await getEndpoint(client, options);
      await validateUserQuery(endpoint, text, options);
      return { query, endpoint };
    },
    async change(call, { query, endpoint }) {
      const { sendUserQuery } = await loadPlatform();
      const { options } = call;
      const partial = query.kind === 'query' ? buildPartialDataOptions(call) : {};
      const numbers = buildNumbersAsTextOptions(call.execution);
      const data = await sendUserQuery(endpoint, query, { ...options, ...partial, ...numbers });
      return { json: data as IDataObject };
    },
  });
}
