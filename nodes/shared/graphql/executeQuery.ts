import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { GraphqlEndpoint } from '../../../platform/graphql/endpoint';
import type { UserQuery } from '../../../platform/graphql/userQuery';
import { readJsonObject } from '../jsonParameter';
import { changeOperation, type ChangeOperation } from '../operation';
import type { ApiClient } from '../loadPlatform';
import { readParameter } from '../parameters/readParameter';
import { partialDataOption, partialDataCall } from './partialData';
import type { EndpointOf } from './module';

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
    description: 'Which operation to run, where the query holds several',
  },
  partialDataOption,
];

interface QueryInput {
  query: UserQuery;
  endpoint: GraphqlEndpoint;
}

/** Sends a query or mutation of the user's own. */
export function executeQuery<Client extends ApiClient>(
  endpointOf: EndpointOf<Client>,
): ChangeOperation<Client, unknown> {
  return changeOperation<Client, QueryInput>({
    value: 'executeQuery',
    name: 'Execute Query',
    action: 'Execute GraphQL query',
    description: 'Send a GraphQL query or mutation of your own',
    fields,

    isRepeatable: false,
    isRead: ({ query }) => query.kind === 'query',
    async read({ execution, itemIndex, client, options }) {
      const { api } = client;
      const text = String(readParameter(execution, 'query', itemIndex, ''));
      const variables = readJsonObject(execution, 'variables', 'Variables', itemIndex);
      const operationName = String(readParameter(execution, 'operationName', itemIndex, ''));

      const query = api.readUserQuery(text, variables, operationName);
      const endpoint = await endpointOf(client, options.signal);
      await api.validateUserQuery(endpoint, text, options);
      return { query, endpoint };
    },
    async change({ execution, itemIndex, client, options }, { query, endpoint }) {
      const partial = query.kind === 'query' ? partialDataCall(execution, itemIndex) : {};
      const data = await client.api.sendUserQuery(endpoint, query, { ...options, ...partial });
      return { json: data as IDataObject };
    },
  });
}
