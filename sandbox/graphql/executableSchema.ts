import {
  GraphQLError,
  isNonNullType,
  Kind,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from 'graphql';
import { createSchema } from 'graphql-yoga';
import type { Definitions } from '../definitions/definitions';
import type { ResolverContext, Resolvers } from './resolvers';

interface SchemaForm {
  definitions: Definitions;
  resolvers: Resolvers[];
  /** What a query answers that names something unknown, where it may be null. */
  unknownId: 'error' | 'null';
}

/** A schema that can be asked. Behaviour of fields that it does not have is left out. */
export function executableSchema({ definitions, resolvers, unknownId }: SchemaForm): GraphQLSchema {
  const schema = createSchema<ResolverContext>({
    typeDefs: { kind: Kind.DOCUMENT, definitions: [...definitions.values()] },
    resolvers,
    resolverValidationOptions: { requireResolversToMatchSchema: 'ignore' },
  });
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    field.resolve ??= () => {
      throw new GraphQLError(`The sandbox has no behaviour for ${field.name}`);
    };
  }
  if (unknownId === 'null') {
    for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
      if (field.resolve && !isNonNullType(field.type))
        field.resolve = nullForUnknown(field.resolve);
    }
  }
  return schema;
}

function nullForUnknown(resolve: GraphQLFieldResolver<unknown, unknown>) {
  const wrapped: GraphQLFieldResolver<unknown, unknown> = (root, args, context, info) => {
    try {
      return resolve(root, args, context, info);
    } catch (error) {
      if (error instanceof GraphQLError && error.extensions.code === 'NOT_FOUND') return null;
      throw error;
    }
  };
  return wrapped;
}
