import {
  buildClientSchema,
  getIntrospectionQuery,
  printSchema,
  type GraphQLSchema,
  type IntrospectionQuery,
} from 'graphql';
import { PlatformError, UnexpectedAnswerError } from '../../errors';
import type { CallOptions, GraphqlEndpoint } from '../endpoint';

/** A module's schema as it was read from the platform. */
export interface LiveSchema {
  schema: GraphQLSchema;
  /** The answer it was built from. */
  introspection: IntrospectionQuery;
}

/** The platform answers, but does not tell its schema. */
export class IntrospectionRefusedError extends PlatformError {
  constructor(cause: PlatformError) {
    super('The platform does not tell its schema: introspection is switched off', {
      hint: `Operations that need the schema cannot work. The documented ones and "Execute Query" go on working. To use this one, ask an administrator of the platform to allow GraphQL introspection. (${cause.message})`,
      reach: 'answered',
      cause,
    });
  }
}

const REFUSING_STATUSES = new Set([400, 403, 405, 422]);

/** Asks a module for its schema. @throws IntrospectionRefusedError; what a query throws */
export async function readSchema(
  endpoint: GraphqlEndpoint,
  options?: CallOptions,
): Promise<LiveSchema> {
  const introspection = await ask(endpoint, options);
  try {
    // Trusted as it comes: a platform may break a rule that matters to nobody who asks it.
    const schema = buildClientSchema(introspection, { assumeValid: true });
    return { schema, introspection };
  } catch (error) {
    throw new UnexpectedAnswerError('The platform told its schema in a form that cannot be read', {
      hint: error instanceof Error ? error.message : String(error),
      reach: 'answered',
      cause: error,
    });
  }
}

/** The schema in the schema definition language. */
export function schemaText({ schema }: LiveSchema): string {
  return printSchema(schema);
}

async function ask(endpoint: GraphqlEndpoint, options?: CallOptions): Promise<IntrospectionQuery> {
  try {
    const data: unknown = await endpoint.query({ query: getIntrospectionQuery() }, options);
    return data as IntrospectionQuery;
  } catch (error) {
    throw isRefusal(error) ? new IntrospectionRefusedError(error) : error;
  }
}

function isRefusal(error: unknown): error is PlatformError {
  if (!(error instanceof PlatformError) || error.reach !== 'answered') return false;
  return error.name === 'GraphqlAnswerError' || REFUSING_STATUSES.has(error.status ?? 0);
}
