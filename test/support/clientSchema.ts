import { introspectionFromSchema, type GraphQLSchema } from 'graphql';
import { buildLiveSchema } from '../../platform/graphql/schema/introspection';

/** Reads a server's schema as the client does, with the copy of graphql that is published. */
export function clientSchema(server: GraphQLSchema): GraphQLSchema {
  return buildLiveSchema(introspectionFromSchema(server, { inputValueDeprecation: true })).schema;
}
