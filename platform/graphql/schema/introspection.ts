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
  GraphqlAnswerError,
  IntrospectionRefusedError,
  PlatformError,
  UnexpectedAnswerError,
} from '../../errors';
import { excerpt } from '../../text';
import type { CallOptions, GraphqlEndpoint } from '../endpoint';
import { requireReadable } from './readable';

/** A module's schema as it was read from the platform. */
export interface LiveSchema {
  schema: GraphQLSchema;
  /** The answer it was built from. */
  introspection: IntrospectionQuery;
}

const REFUSING_STATUSES = new Set([400, 403, 405, 422]);

/** What only newer servers can be asked for, with the word by which an older one names it when it refuses. */
const ADDITIONS: ReadonlyArray<[word: string, asked: IntrospectionOptions]> = [
  ['includeDeprecated', { inputValueDeprecation: true }],
  ['specifiedBy', { specifiedByUrl: true }],
  ['isOneOf', { oneOf: true }],
];

/** Asks a module for its schema. @throws IntrospectionRefusedError; what a query throws */
export async function readSchema(
  endpoint: GraphqlEndpoint,
  options?: CallOptions,
): Promise<LiveSchema> {
  return liveSchema(await ask(endpoint, ADDITIONS, options));
}

/** Makes a schema of what a platform answered. @throws UnexpectedAnswerError where it is none */
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

/** The schema in the schema definition language. @throws UnexpectedAnswerError where it cannot be written so */
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
  options?: CallOptions,
): Promise<IntrospectionQuery> {
  const asked = additions.map(([, addition]) => addition);
  // Left out, this one is asked for.
  const query = getIntrospectionQuery(Object.assign({ specifiedByUrl: false }, ...asked));
  try {
    const data: unknown = await endpoint.query({ query }, options);
    return data as IntrospectionQuery;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const known = additions.filter(([word]) => !error.message.includes(word));
    if (additions.length > 0 && !isAboutIntrospection(error)) {
      const isNamed = known.length < additions.length;
      return await ask(endpoint, isNamed ? known : [], options);
    }
    throw new IntrospectionRefusedError(error);
  }
}

function isAboutIntrospection({ message, status }: PlatformError): boolean {
  return /introspection|__schema/i.test(message) || status === 403 || status === 405;
}

function isRefusal(error: unknown): error is PlatformError {
  if (!(error instanceof PlatformError) || error.reach !== 'answered') return false;
  if (error.transient || (error.status ?? 0) >= 500) return false;
  return error instanceof GraphqlAnswerError || REFUSING_STATUSES.has(error.status ?? 0);
}

function unreadable(error: unknown): UnexpectedAnswerError {
  if (error instanceof UnexpectedAnswerError) return error;
  // What else is thrown says nothing to those who use the node.
  const why = error instanceof GraphQLError ? ` (${excerpt(error.message)})` : '';
  const what = error instanceof RangeError ? 'nested too deeply' : 'incomplete, or of another form';
  return new UnexpectedAnswerError('The platform told its schema in a form that cannot be read', {
    hint: `It is ${what}${why}. Ask an administrator of the platform whether a gateway changes its answers.`,
    reach: 'answered',
    cause: error,
  });
}
