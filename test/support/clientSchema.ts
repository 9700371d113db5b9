import { introspectionFromSchema, type GraphQLSchema } from 'graphql';
import { liveSchema } from '../../platform/graphql/schema/introspection';

/** A server's schema as the client makes it of the server's answer: of the copy of graphql that is published. */
export function clientSchema(server: GraphQLSchema): GraphQLSchema {
  return liveSchema(introspectionFromSchema(server, { inputValueDeprecation: true })).schema;
}
