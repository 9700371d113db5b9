import type { GraphQLOutputType, GraphQLSchema } from 'graphql';
import { requireRootField, type RootKind } from './rootFields';

/** A root field that takes one identifier, by the name that the live schema gives the argument. */
export interface IdentifierField {
  name: string;
  argument: string;
  type: GraphQLOutputType;
}

/** @throws PlatformError naming the root field where the platform lacks it */
export function identifierField(
  schema: GraphQLSchema,
  kind: RootKind,
  name: string,
): IdentifierField {
  const { field } = requireRootField(schema, kind, name);
  return { name, argument: field.args[0]?.name ?? 'id', type: field.type };
}
