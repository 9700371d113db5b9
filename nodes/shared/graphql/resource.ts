import type { IDataObject } from 'n8n-workflow';
import type { ItemOperation, Resource } from '../operation/operation';
import { callOperation } from './callOperation';
import { executeQuery } from './executeQuery';
import type { ModuleOf } from './executeQuery';

/** Returns the live schema. */
function getSchema<Client>(moduleOf: ModuleOf<Client>): ItemOperation<Client> {
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
      const module = await moduleOf(client, options);
      const live = await module.wholeSchema(options);
      const schema =
        format === 'json'
          ? (live.introspection as unknown as IDataObject)
          : { sdl: module.schemaText(live) };
      return { json: { ...schema, explorerUrl: module.explorerUrl } };
    },
  };
}

/** Returns the resource "GraphQL" of a node, for the module that its client returns. */
export function graphqlResource<Client>(moduleOf: ModuleOf<Client>): Resource<Client> {
  return {
    value: 'graphql',
    name: 'GraphQL',
    operations: [callOperation(moduleOf), executeQuery(moduleOf), getSchema(moduleOf)],
  };
}
