import {
  buildClientSchema,
  getIntrospectionQuery,
  GraphQLError,
  printSchema,
  type GraphQLSchema,
  type IntrospectionOptions,
  type IntrospectionQuery,
} from 'graphql';
import {
  GraphqlResponseError,
  IntrospectionRefusedError,
  PlatformError,
  UnexpectedResponseError,
} from '../../errors/errors';
import { excerpt } from '../../text/text';
import { pause } from '../../http/retry/retry';
import type { GraphqlEndpoint } from '../send/endpoint';
import { requireReadable } from './readable';
import { refusalReason } from './refusalReason';

/** A module's schema as it was read from the platform. */
export interface LiveSchema {
  schema: GraphQLSchema;
  /** The response it was built from. */
  introspection: IntrospectionQuery;
}

const REFUSING_STATUSES = new Set([400, 403, 405, 406, 413, 414, 422]);

/** Pauses before a platform that was asked too often is asked again, in milliseconds. */
const PAUSES_MS = [1_000, 3_000];

/** What only newer servers can be asked for, with the word by which an older one names it when it refuses. */
const ADDITIONS: ReadonlyArray<[word: string, asked: IntrospectionOptions]> = [
  ['includeDeprecated', { inputValueDeprecation: true }],
  ['specifiedBy', { specifiedByUrl: true }],
  ['isOneOf', { oneOf: true }],
];

/** Asks a module for its whole schema. @throws IntrospectionRefusedError; what a query throws */
export async function readSchema(endpoint: GraphqlEndpoint): Promise<LiveSchema> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return liveSchema(await ask(endpoint, ADDITIONS));
    } catch (error) {
      if (!isTooOften(error)) throw error;
      await pause(pauseMs, undefined);
    }
  }
  return liveSchema(await ask(endpoint, ADDITIONS));
}

/** Whether it helps to ask again. A request that may pass was sent again already. */
function isTooOften(error: unknown): boolean {
  if (!(error instanceof IntrospectionRefusedError) || error.reason !== 'tooOften') return false;
  return !(error.cause as PlatformError).mayPass;
}

/** Makes a schema of what a platform answered. @throws UnexpectedResponseError where it is none */
export function liveSchema(introspection: IntrospectionQuery): LiveSchema {
  try {
    requireReadable(introspection);
    // Trusted as it comes: a platform may break a rule that matters to nobody who asks it.
    const schema = buildClientSchema(introspection, { assumeValid: true });
    return { schema, introspection };
  } catch (error) {
    throw unreadable(error);
  }
}

/** The schema in the schema definition language. @throws UnexpectedResponseError where it cannot be written so */
export function schemaText({ schema }: LiveSchema): string {
  try {
    return printSchema(schema);
  } catch (error) {
    throw unreadable(error);
  }
}

/** Older servers refuse what they do not know; they are asked again without it. */
async function ask(
  endpoint: GraphqlEndpoint,
  additions: typeof ADDITIONS,
): Promise<IntrospectionQuery> {
  const asked = additions.map(([, addition]) => addition);
  // Left out, this one is asked for.
  const query = getIntrospectionQuery(Object.assign({ specifiedByUrl: false }, ...asked));
  try {
    const data: unknown = await endpoint.query({ query });
    return data as IntrospectionQuery;
  } catch (error) {
    if (!isIntrospectionRefusal(error)) throw error;
    const known = additions.filter(([word]) => !error.message.includes(word));
    const isNamed = known.length < additions.length;
    const reason = refusalReason(error);
    if (isNamed || (additions.length > 0 && reason === 'refused')) {
      return await ask(endpoint, isNamed ? known : []);
    }
    throw new IntrospectionRefusedError(error, reason);
  }
}

/** Whether the platform answered, and does not return this part of its schema; other failures are those of any query. */
export function isIntrospectionRefusal(error: unknown): error is PlatformError {
  if (!(error instanceof PlatformError) || error.reach !== 'answered') return false;
  if (error instanceof GraphqlResponseError && refusalReason(error) === 'tooOften') return true;
  if (error.transient || (error.status ?? 0) >= 500) return false;
  return error instanceof GraphqlResponseError || REFUSING_STATUSES.has(error.status ?? 0);
}

function unreadable(error: unknown): UnexpectedResponseError {
  if (error instanceof UnexpectedResponseError) return error;
  // What else is thrown says nothing to those who use the node.
  const why = error instanceof GraphQLError ? ` (${excerpt(error.message)})` : '';
  const what =
    error instanceof RangeError ? 'nested too deeply' : 'incomplete, or in another format';
  return new UnexpectedResponseError('The platform returned its schema in an unknown format', {
    hint: `It is ${what}${why}. Ask a platform administrator whether a gateway changes its responses.`,
    reach: 'answered',
    cause: error,
  });
}
