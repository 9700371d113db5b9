import type { Resource } from '../operation';
import type { ApiClient } from '../loadPlatform';
import { callOperation } from './callOperation';
import { executeQuery } from './executeQuery';
import { getSchema } from './getSchema';
import type { EndpointOf } from './module';

/** The resource "GraphQL" of a node, for the module that its client leads to. */
export function graphqlResource<Client extends ApiClient>(
  endpointOf: EndpointOf<Client>,
): Resource<Client> {
  return {
    value: 'graphql',
    name: 'GraphQL',
    operations: [callOperation(endpointOf), executeQuery(endpointOf), getSchema(endpointOf)],
  };
}
