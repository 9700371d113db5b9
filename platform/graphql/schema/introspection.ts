import {
  buildClientSchema,
  getIntrospectionQuery,
  GraphQLError,
  printSchema,
  type GraphQLSchema,
  type IntrospectionQuery,
} from 'graphql';
import { GraphqlResponseError, PlatformError, UnexpectedResponseError } from '../../errors/errors';
import { excerpt } from '../../text/text';
import type { CallOptions, GraphqlEndpoint } from '../send/endpoint';

/** A module's schema as it was read from the platform. */
export interface LiveSchema {
  schema: GraphQLSchema;
  /** The response it was built from. */
  introspection: IntrospectionQuery;
}

const REFUSING_STATUSES = new Set([400, 403, 405, 406, 413, 414, 422]);

/** Asks a module for its whole schema. @throws PlatformError `NOT_SUPPORTED` if it is refused; what a query throws */
export async function readSchema(
  endpoint: GraphqlEndpoint,
  options: Pick<CallOptions, 'signal'> = {},
): Promise<LiveSchema> {
  return liveSchema(await ask(endpoint, true, options));
}

/** @param inputValueDeprecation for deprecated arguments, too; older servers refuse that and are asked without it */
async function ask(
  endpoint: GraphqlEndpoint,
  inputValueDeprecation: boolean,
  options: Pick<CallOptions, 'signal'>,
): Promise<IntrospectionQuery> {
  const query = getIntrospectionQuery({ inputValueDeprecation });
  try {
    const data: unknown = await endpoint.query({ query }, options);
    return data as IntrospectionQuery;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // A refusal may be about the addition; and one refusal alone may be a fault that passes.
    if (inputValueDeprecation) return await ask(endpoint, false, options);
    throw introspectionRefused(error);
  }
}

/** Whether the platform answered, and does not return its schema; other failures are those of any query. */
function isRefusal(error: unknown): error is PlatformError {
  if (!(error instanceof PlatformError) || error.sends === 0) return false;
  if (error.isTemporary || (error.status ?? 0) >= 500) return false;
  return error instanceof GraphqlResponseError || REFUSING_STATUSES.has(error.status ?? 0);
}

function introspectionRefused(cause: PlatformError): PlatformError {
  const refused = new PlatformError(
    'The platform does not return its schema: it refuses introspection',
    {
      hint: `Ask a platform administrator to allow introspection for this login: to switch it on, and to leave it out of limits on depth, cost and size. Until then only the documented operations work: listing projects and jobs, "Run" and "Delete" of jobs, and "Execute Query". (${cause.message})`,
      code: 'NOT_SUPPORTED',
      cause,
    },
  );
  refused.sends = cause.sends;
  return refused;
}

/** Makes a schema of what a platform answered. @throws UnexpectedResponseError if it is none */
export function liveSchema(introspection: IntrospectionQuery): LiveSchema {
  try {
    requireFewTypes(introspection);
    // Trusted as it comes: a platform may break a rule that does not matter for requests.
    const schema = buildClientSchema(introspection, { assumeValid: true });
    return { schema, introspection };
  } catch (error) {
    throw unreadable(error);
  }
}

/** The schema in the schema definition language. @throws UnexpectedResponseError if it cannot be written so */
export function schemaText({ schema }: LiveSchema): string {
  try {
    return printSchema(schema);
  } catch (error) {
    throw unreadable(error);
  }
}

/** Real schemas have some hundreds; this many still take no more than a second to read. */
export const MAX_TYPES = 20_000;

/** @throws UnexpectedResponseError for an introspection's response that is too large */
function requireFewTypes(introspection: unknown): void {
  const { types } = ((introspection as { __schema?: unknown } | null)?.__schema ?? {}) as {
    types?: unknown;
  };
  if (!Array.isArray(types) || types.length <= MAX_TYPES) return;
  throw unusable(
    `The platform’s schema is too large: it has ${types.length} types`,
    `The limit is ${MAX_TYPES}. "Execute Query" works without the schema.`,
  );
}

function unreadable(error: unknown): UnexpectedResponseError {
  if (error instanceof UnexpectedResponseError) return error;
  // What else is thrown says nothing to those who use the node.
  const why = error instanceof GraphQLError ? ` (${excerpt(error.message)})` : '';
  const what =
    error instanceof RangeError ? 'nested too deeply' : 'incomplete, or in another format';
  return unusable(
    'The platform returned its schema in an unknown format',
    `It is ${what}${why}. Ask a platform administrator whether a gateway changes its responses.`,
    error,
  );
}

function unusable(message: string, hint: string, cause?: unknown): UnexpectedResponseError {
  return new UnexpectedResponseError(message, { hint, cause });
}
