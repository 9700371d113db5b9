import type { SandboxStore } from '../store/store';
import {
  buildASTSchema,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLScalarType,
  type GraphQLSchema,
  isAbstractType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
} from 'graphql';
import type { Definitions } from './definitions';
import type { Settings } from '../options';

export interface ResolverContext extends Settings {
  store: SandboxStore;
  user: string;
}

type RootResolver = (args: never, context: ResolverContext) => unknown;
type FieldResolver<T> = (
  entity: T,
  context: ResolverContext,
  args: never,
  info: GraphQLResolveInfo,
) => unknown;

/** Resolvers by type and field. For an interface or union, `__resolveType` returns the name of the entity's type. */
export interface Resolvers {
  Query?: Record<string, RootResolver>;
  Mutation?: Record<string, RootResolver>;
  [type: string]: Record<string, FieldResolver<never> | RootResolver> | undefined;
}

/** Returns the resolvers unchanged. `T` is the type of the entity whose fields they resolve. */
export const resolveFields = <T>(fields: Record<string, FieldResolver<T>>) => fields;

export interface ById {
  id: string;
}

export interface InProject {
  projectId: string;
}

interface SchemaParts {
  definitions: Definitions;
  scalars: Record<string, GraphQLScalarType>;
  resolvers: Resolvers[];
  /** Result of a query for an unknown ID. A field that cannot be null always results in an error. */
  unknownId: 'error' | 'null';
}

/** Ignores resolvers of fields that the schema does not have. @throws Error if a root field has no resolver */
export function buildExecutableSchema(parts: SchemaParts): GraphQLSchema {
  const schema = buildASTSchema({
    kind: Kind.DOCUMENT,
    definitions: [...parts.definitions.values()],
  });
  for (const { name, serialize, parseValue, parseLiteral } of Object.values(parts.scalars)) {
    const type = schema.getType(name);
    if (isScalarType(type)) Object.assign(type, { serialize, parseValue, parseLiteral });
  }
  for (const resolvers of parts.resolvers) addResolvers(schema, resolvers);
  const queries = Object.values(schema.getQueryType()?.getFields() ?? {});
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  for (const field of [...queries, ...mutations]) {
    if (!field.resolve) throw new Error(`The sandbox has no resolver for ${field.name}`);
  }
  for (const field of parts.unknownId === 'null' ? queries : []) {
    if (field.resolve && !isNonNullType(field.type))
      field.resolve = returnNullForUnknown(field.resolve);
  }
  return schema;
}

function addResolvers(schema: GraphQLSchema, resolvers: Resolvers): void {
  for (const [typeName, fields = {}] of Object.entries(resolvers)) {
    const type = schema.getType(typeName);
    const isRoot = typeName === 'Query' || typeName === 'Mutation';
    for (const [name, resolver] of Object.entries(fields)) {
      if (isAbstractType(type)) {
        type.resolveType = (entity, context: ResolverContext, info) =>
          (resolver as FieldResolver<unknown>)(entity, context, {} as never, info) as string;
      }
      const field = isObjectType(type) ? type.getFields()[name] : undefined;
      if (!field) continue;
      field.resolve = isRoot
        ? (_root, args, context: ResolverContext) =>
            (resolver as RootResolver)(args as never, context)
        : (entity, args, context: ResolverContext, info) =>
            (resolver as FieldResolver<unknown>)(entity, context, args as never, info);
    }
  }
}

function returnNullForUnknown(
  resolve: GraphQLFieldResolver<unknown, unknown>,
): GraphQLFieldResolver<unknown, unknown> {
  return (root, args, context, info) => {
    try {
      return resolve(root, args, context, info);
    } catch (error) {
      if (error instanceof GraphQLError && error.extensions.code === 'NOT_FOUND') return null;
      throw error;
    }
  };
}
