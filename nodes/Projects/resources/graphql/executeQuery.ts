import type { IDataObject } from 'n8n-workflow';
import { readJsonObject } from '../../../shared/jsonParameter';
import type { ProjectsOperation } from '../types';

export const executeQuery: ProjectsOperation = {
  value: 'executeQuery',
  name: 'Execute Query',
  action: 'Execute GraphQL query',
  description: 'Send a GraphQL query or mutation of your own',
  fields: [
    {
      displayName: 'Query',
      name: 'query',
      type: 'string',
      typeOptions: { editor: 'codeNodeEditor', rows: 8 },
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
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add option',
      default: {},
      options: [
        {
          displayName: 'Accept Partial Data',
          name: 'acceptPartialData',
          type: 'boolean',
          default: false,
          description:
            'Whether to go on with the data that came when the platform also reported that some fields failed',
        },
      ],
    },
  ],

  async run({ execution, itemIndex, client: { api, platform }, signal }) {
    const query = String(execution.getNodeParameter('query', itemIndex, ''));
    const variables = readJsonObject(execution, 'variables', 'Variables', itemIndex);
    const operationName = String(execution.getNodeParameter('operationName', itemIndex, ''));
    const options = execution.getNodeParameter('options', itemIndex, {});

    const { kind, request } = api.readUserQuery(query, variables, operationName);
    const send = kind === 'query' ? 'query' : 'mutate';
    const data = await platform.projects[send](request, {
      signal,
      ...(options.acceptPartialData === true && {
        onPartialData: ({ message }) =>
          execution.addExecutionHints({ message, location: 'outputPane' }),
      }),
    });
    return { json: data as IDataObject };
  },
};
