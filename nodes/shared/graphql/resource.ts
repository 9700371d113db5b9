import type { IDataObject } from 'n8n-workflow';
import { loadPlatform } from '../client/loadPlatform';
import type { ItemOperation, Resource } from '../operation/operation';
import { buildCallOperation } from './callOperation';
import { buildExecuteQuery, type GetEndpoint } from './executeQuery';

function buildGetSchema<Client>(getEndpoint: GetEndpoint<Client>): ItemOperation<Client> {
  return {
    value: 'getSchema',
    name: 'Get Schema',
    action: 'Get GraphQL schema',
    description: 'Get the GraphQL schema of the platform',
    fields: [
      {
        displayName: 'Format',
        name: 'format',
        type: 'options',
        options: [
          { name: 'JSON', value: 'json', description: 'The result of an introspection query' },
          {
            name: 'SDL',
            value: 'sdl',
            description: "Text in GraphQL's schema definition language",
          },
        ],
        default: 'sdl',
        description: 'The format to return the schema in',
      },
    ],

    async run({ parameters, client, options }) {
      const format = parameters.choice<'json' | 'sdl'>('format');
      const { printLiveSchema, getLiveSchema } = await loadPlatform();
      const endpoint = await getEndpoint(client, options);
      const live = await getLiveSchema(endpoint, options);
      const schema =
        format === 'json'
          ? (live.introspection as unknown as IDataObject)
          : { sdl: printLiveSchema(live) };
      return { json: { ...schema, explorerUrl: endpoint.explorerUrl } };
    },
  };
}

export function buildGraphqlResource<Client>(getEndpoint: GetEndpoint<Client>): Resource<Client> {
  return {
    value: 'graphql',
    name: 'GraphQL',
    operations: [
      buildCallOperation(getEndpoint),
      buildExecuteQuery(getEndpoint),
      buildGetSchema(getEndpoint),
    ],
  };
}
