import type { Resource } from '../operation/operation';
import { callOperation } from './callOperation';
import { executeQuery } from './executeQuery';
import { getSchema } from './getSchema';
import type { ModuleOf } from './module';

/** The resource "GraphQL" of a node, for the module that its client leads to. */
export function graphqlResource<Client>(moduleOf: ModuleOf<Client>): Resource<Client> {
  return {
    value: 'graphql',
    name: 'GraphQL',
    operations: [callOperation(moduleOf), executeQuery(moduleOf), getSchema(moduleOf)],
  };
}
