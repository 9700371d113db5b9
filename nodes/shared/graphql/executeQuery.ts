import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { readJsonObject } from '../jsonParameter';
import type { ItemOperation } from '../operation';
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

/** Sends a query of the user's own. */
export function executeQuery<Client extends ApiClient>(
  endpointOf: EndpointOf<Client>,
): ItemOperation<Client> {
  return {
    value: 'executeQuery',
    name: 'Execute Query',
    action: 'Execute GraphQL query',
    description: 'Send a GraphQL query or mutation of your own',
    fields,

    async run({ execution, itemIndex, client, signal }) {
      const { api } = client;
      const query = String(readParameter(execution, 'query', itemIndex, ''));
      const variables = readJsonObject(execution, 'variables', 'Variables', itemIndex);
      const operationName = String(readParameter(execution, 'operationName', itemIndex, ''));

      const { kind, request } = api.readUserQuery(query, variables, operationName);
      const endpoint = await endpointOf(client, signal);
      await api.validateUserQuery(endpoint, query, { signal });
      const send = kind === 'query' ? 'query' : 'mutate';
      const data = await endpoint[send](request, {
        signal,
        ...partialDataCall(execution, itemIndex),
      });
      return { json: data as IDataObject };
    },
  };
}
