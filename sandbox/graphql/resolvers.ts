import type { SandboxStore } from '../store/store';
import {
  buildASTSchema,
  GraphQLError,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLScalarType,
  type GraphQLSchema,
  isAbstractType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
} from 'graphql';
import type { Definitions } from './definitions';
import type { Settings } from '../options';
import { badInput } from './refusals';

export interface ResolverContext extends Settings {
  store: SandboxStore;
  user: string;
}

type Root = (args: never, context: ResolverContext) => unknown;
type Field<T> = (
  thing: T,
  context: ResolverContext,
  args: never,
  info: GraphQLResolveInfo,
) => unknown;

/** Resolvers by type. The types are in the file of the same name in schema/. */
export interface Subject {
  Query?: Record<string, Root>;
  Mutation?: Record<string, Root>;
  [type: string]: Record<string, Field<never> | Root> | undefined;
}

/** Sets the type of the entity that fields are read from. */
export const resolveFields = <T>(fields: Record<string, Field<T>>) => fields;

export interface ById {
  id: string;
}

export interface InProject {
  projectId: string;
}

export interface SearchPage {
  search?: string | null;
  first?: number | null;
  skip?: number | null;
}

export function searchByName<T extends { name: string }>(
  list: T[],
  { search, first, skip }: SearchPage,
): T[] {
  const text = (search ?? '').toLowerCase();
  const matching = list.filter(({ name }) => name.toLowerCase().includes(text));
  return part(matching, first, skip);
}

export function part<T>(list: T[], limit?: number | null, skip?: number | null): T[] {
  if ((limit ?? 0) < 0 || (skip ?? 0) < 0) throw badInput('limit and skip must not be negative');
  const from = skip ?? 0;
  return list.slice(from, from + (limit ?? Infinity));
}

interface SchemaForm {
  definitions: Definitions;
  scalars: Record<string, GraphQLScalarType>;
  subjects: Subject[];
  /** Result of a query of an unknown entity, if the field may be null. */
  unknownId: 'error' | 'null';
}

/** Each root field needs a resolver. Resolvers of fields that the schema lacks are ignored. */
export function executableSchema(form: SchemaForm): GraphQLSchema {
  const schema = buildASTSchema({
    kind: Kind.DOCUMENT,
    definitions: [...form.definitions.values()],
  });
  for (const { name, serialize, parseValue, parseLiteral } of Object.values(form.scalars)) {
    const type = schema.getType(name);
    if (isScalarType(type)) Object.assign(type, { serialize, parseValue, parseLiteral });
  }
  for (const subject of form.subjects) addResolvers(schema, subject);
  const queries = Object.values(schema.getQueryType()?.getFields() ?? {});
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  for (const field of [...queries, ...mutations]) {
    if (!field.resolve) throw new Error(`The sandbox has no resolver for ${field.name}`);
    field.resolve = withNeededInputs(field, field.resolve);
  }
  for (const field of form.unknownId === 'null' ? queries : []) {
    if (field.resolve && !isNonNullType(field.type)) field.resolve = nullForUnknown(field.resolve);
  }
  return schema;
}

function addResolvers(schema: GraphQLSchema, subject: Subject): void {
  for (const [typeName, resolvers = {}] of Object.entries(subject)) {
    const type = schema.getType(typeName);
    const isRoot = typeName === 'Query' || typeName === 'Mutation';
    for (const [name, resolver] of Object.entries(resolvers)) {
      if (isAbstractType(type)) {
        type.resolveType = (thing, context: ResolverContext, info) =>
          (resolver as Field<unknown>)(thing, context, {} as never, info) as string;
      }
      const field = isObjectType(type) ? type.getFields()[name] : undefined;
      if (!field) continue;
      field.resolve = isRoot
        ? (_root, args, context: ResolverContext) => (resolver as Root)(args as never, context)
        : (thing, args, context: ResolverContext, info) =>
            (resolver as Field<unknown>)(thing, context, args as never, info);
    }
  }
}

/** Some schemas let an input object be null, but no change works without it. */
function withNeededInputs(
  { name, args: declared }: GraphQLField<unknown, unknown>,
  resolve: GraphQLFieldResolver<unknown, unknown>,
): GraphQLFieldResolver<unknown, unknown> {
  const needed = declared.filter(({ type }) => isInputObjectType(type));
  if (needed.length === 0) return resolve;
  return (root, args: Record<string, unknown>, context, info) => {
    const missing = needed.find((argument) => !args[argument.name]);
    if (missing) throw badInput(`${name} needs its argument ${missing.name}`);
    return resolve(root, args, context, info);
  };
}

function nullForUnknown(
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
