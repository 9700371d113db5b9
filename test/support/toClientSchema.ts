import { introspectionFromSchema, type GraphQLSchema } from 'graphql';
import { buildLiveSchema } from '../../platform/graphql/schema/introspection';

/** Converts a server's schema to the schema that the client builds, with the client's own copy of graphql. */
export function toClientSchema(server: GraphQLSchema): GraphQLSchema {
  return buildLiveSchema(introspectionFromSchema(server, { inputValueDeprecation: true })).schema;
}
