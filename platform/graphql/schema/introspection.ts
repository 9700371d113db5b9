import {
  buildClientSchema,
  getIntrospectionQuery,
  GraphQLError,
  printSchema,
  type GraphQLSchema,
  type IntrospectionQuery,
} from 'graphql';
import {
  GraphqlResponseError,
  PlatformError,
  UnexpectedResponseError,
  wasAnswered,
} from '../../common/errors/errors';
import { excerpt } from '../../common/text/text';
import type { CallOptions, GraphqlEndpoint } from '../send/endpoint';

export interface LiveSchema {
  schema: GraphQLSchema;
  /** The response from which `schema` was built. */
  introspection: IntrospectionQuery;
}

/** Real schemas have a few hundred types. Reading this many takes up to a second. */
export const MAX_TYPES = 20_000;

const REFUSING_STATUSES = new Set([400, 403, 405, 406, 413, 414, 422]);

/** @throws PlatformError `NOT_SUPPORTED` if the platform refuses to return its schema; the errors of a query */
export async function readSchema(
  endpoint: GraphqlEndpoint,
  options: Pick<CallOptions, 'signal'> = {},
): Promise<LiveSchema> {
  const introspect = async (inputValueDeprecation: boolean) => {
    const query = getIntrospectionQuery({ inputValueDeprecation });
    const data: unknown = await endpoint.query({ query }, options);
    return buildLiveSchema(data as IntrospectionQuery);
  };
  try {
    return await introspect(true);
  } catch (error) {
    if (!isIntrospectionRefused(error)) throw error;
  }
  // Older servers do not know deprecated arguments, and a single refusal may be a temporary fault.
  try {
    return await introspect(false);
  } catch (error) {
    throw isIntrospectionRefused(error) ? introspectionRefusedError(error) : error;
  }
}

/** Returns true if the platform itself refuses to return its schema, and false for a failure that any query can have. */
function isIntrospectionRefused(error: unknown): error is PlatformError {
  if (!wasAnswered(error)) return false;
  if (error.isTemporary || (error.status ?? 0) >= 500) return false;
  return error instanceof GraphqlResponseError || REFUSING_STATUSES.has(error.status ?? 0);
}

function introspectionRefusedError(cause: PlatformError): PlatformError {
  const refused = new PlatformError(
    'The platform does not return its schema: it refuses introspection',
    {
      hint: `Ask a platform administrator to turn on introspection for this login, and to exempt it from limits on depth, cost and size. Until then, only these GraphQL operations work: "Get Many" of projects and jobs, "Run" of jobs and pipelines, "Delete" of jobs, and "Execute Query". (${cause.message})`,
      code: 'NOT_SUPPORTED',
      cause,
    },
  );
  refused.sends = cause.sends;
  return refused;
}

/** Builds a schema. @throws UnexpectedResponseError if the data is not a complete schema, or is too large */
export function buildLiveSchema(introspection: IntrospectionQuery): LiveSchema {
  return readOrExplain(() => {
    requireFewTypes(introspection);
    // Without this option, the library refuses a schema that breaks a rule, even if the rule does not matter for requests.
    const schema = buildClientSchema(introspection, { assumeValid: true });
    return { schema, introspection };
  });
}

/** Returns the schema in the schema definition language. @throws UnexpectedResponseError if that is not possible */
export function printLiveSchema({ schema }: LiveSchema): string {
  return readOrExplain(() => printSchema(schema));
}

function requireFewTypes(introspection: { __schema?: { types?: unknown } } | null): void {
  const types = introspection?.__schema?.types;
  if (!Array.isArray(types) || types.length <= MAX_TYPES) return;
  throw new UnexpectedResponseError(
    `The platform’s schema is too large: it has ${types.length} types`,
    { hint: `The limit is ${MAX_TYPES}. "Execute Query" works without the schema.` },
  );
}

/** Replaces an error of the library. @throws UnexpectedResponseError if the schema cannot be read */
function readOrExplain<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnexpectedResponseError) throw error;
    // The messages of other errors are about the code of the library.
    const why = error instanceof GraphQLError ? ` (${describeGraphqlError(error)})` : '';
    throw new UnexpectedResponseError('The platform returned its schema in an unknown format', {
      hint: `Ask a platform administrator whether a gateway changes the responses. The schema is incomplete, or in another format${why}.`,
      cause: error,
    });
  }
}

/** If a name in the schema is an object, the library's message contains "[object Object]", so it is replaced. */
function describeGraphqlError({ message }: GraphQLError): string {
  return message.includes(String({})) ? 'a name in it is an object' : excerpt(message);
}
