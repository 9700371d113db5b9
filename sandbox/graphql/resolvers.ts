import { createSchema } from 'graphql-yoga';
import type { SandboxStore } from '../store/store';
import {
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  isNonNullType,
  Kind,
} from 'graphql';
import type { Definitions } from '../definitions/definitions';

/** What every resolver gets. */
export interface ResolverContext {
  store: SandboxStore;
  /** Login of the one account: the creator of what is made. */
  user: string;
  platformId: string;
  /** Whether texts are told in another form than they were given in. */
  rewritesTexts?: boolean;
  /** Whether an edit leaves what it is given null for. */
  nullLeaves?: boolean;
  /** Whether a project has each name only once. */
  uniqueNames?: boolean;
}

type SchemaDefinition = Parameters<typeof createSchema<ResolverContext>>[0];

/** The behaviour of one subject. Its types are in the file of the same name below schema/. */
export type Resolvers = Exclude<SchemaDefinition['resolvers'], readonly unknown[] | undefined>;

/** The error that names a thing the platform does not have. */
export function notFound(what: string, id: string): GraphQLError {
  return failure('NOT_FOUND', `${what} ${id} does not exist`);
}

/** The error of an input that cannot be taken. */
export function badInput(message: string): GraphQLError {
  return failure('BAD_INPUT', message);
}

/** The error of a change that does not fit what there is. */
export function conflict(message: string): GraphQLError {
  return failure('CONFLICT', message);
}

/** The thing itself; throws notFound where there is none. */
export function found<T>(value: T | undefined, what: string, id: string): T {
  if (value === undefined) throw notFound(what, id);
  return value;
}

function failure(code: string, message: string): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code, classification: 'DataFetchingException' },
  });
}

export interface SearchPage {
  search?: string | null;
  first?: number | null;
  skip?: number | null;
}

/** Those whose names hold the searched text, a page of them. */
export function searched<T extends { name: string }>(
  list: T[],
  { search, first, skip }: SearchPage,
): T[] {
  const text = (search ?? '').toLowerCase();
  return part(
    list.filter(({ name }) => name.toLowerCase().includes(text)),
    first,
    skip,
  );
}

/** A page of a list; all of it where nothing is asked for. */
export function part<T>(list: T[], limit?: number | null, skip?: number | null): T[] {
  if ((limit ?? 0) < 0 || (skip ?? 0) < 0) throw badInput('limit and skip must not be negative');
  const from = skip ?? 0;
  return list.slice(from, limit === null || limit === undefined ? undefined : from + limit);
}

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
  const roots = [schema.getQueryType(), schema.getMutationType()];
  for (const field of roots.flatMap((root) => Object.values(root?.getFields() ?? {}))) {
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
