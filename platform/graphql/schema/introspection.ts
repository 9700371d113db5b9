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
  type IntrospectionRefusal,
} from '../../errors/errors';
import { excerpt } from '../../text/text';
import { isObject } from '../../text/values';
import { pause } from '../../http/retry';
import type { GraphqlEndpoint } from '../send/endpoint';

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
    if (!isRefusal(error)) throw error;
    const known = additions.filter(([word]) => !error.message.includes(word));
    const isNamed = known.length < additions.length;
    const reason = refusalReason(error);
    // One refusal without a reason may be an accident, or about an addition.
    if (isNamed || (additions.length > 0 && WITHOUT_REASON.has(reason))) {
      return await ask(endpoint, isNamed ? known : []);
    }
    throw new IntrospectionRefusedError(error, reason);
  }
}

/** Whether the platform answered, and does not return its schema; other failures are those of any query. */
function isRefusal(error: unknown): error is PlatformError {
  if (!(error instanceof PlatformError) || error.reach !== 'answered') return false;
  if (error instanceof GraphqlResponseError && refusalReason(error) === 'tooOften') return true;
  if (error.transient || (error.status ?? 0) >= 500) return false;
  return error instanceof GraphqlResponseError || REFUSING_STATUSES.has(error.status ?? 0);
}

/** What servers say, in their words or their codes; the first one that fits counts. */
const REASONS: ReadonlyArray<[RegExp, IntrospectionRefusal]> = [
  [/good faith/i, 'cost'],
  [/too often|too[ _]many[ _]requests|rate[ _-]?limit|throttl|try again later|quota/i, 'tooOften'],
  [
    /introspection (?:has been |is )?(?:disabled|forbidden|not (?:allowed|enabled|permitted|supported)|(?:switched|turned) off)/i,
    'off',
  ],
  [
    /persisted|safe-?list|allow-?list|trusted document|(?:not |un)registered|registered (?:quer|operation)/i,
    'persisted',
  ],
  [/depth|too deep|deeply|nested|nesting/i, 'depth'],
  [/complex|\bcosts?\b|costly|expensive|budget|node limit/i, 'cost'],
  [
    /token|too (?:large|long|big|many)|characters?\b|(?:size|length|limit|maximum|exceed).{0,30}(?:size|length|limit|maximum|exceed)/i,
    'size',
  ],
  [/introspect|__schema|__type/i, 'off'],
  [/forbidden|denied|not allowed|not permitted|permission|unauthori[sz]ed/i, 'notAllowed'],
];

const WITHOUT_REASON: ReadonlySet<IntrospectionRefusal> = new Set([
  'refused',
  'blocked',
  'notAllowed',
]);

/** Why an introspection was refused, by what the platform says. */
function refusalReason(refusal: PlatformError): IntrospectionRefusal {
  const isGraphql = refusal instanceof GraphqlResponseError;
  const words = isGraphql
    ? refusal.errors
        .map(({ message, extensions }) => `${message} ${String(extensions?.code)}`)
        .join(' ')
    : refusal.message;
  const reason = REASONS.find(([fits]) => fits.test(words))?.[1];
  return reason ?? (isGraphql ? 'refused' : 'blocked');
}

/** Makes a schema of what a platform answered. @throws UnexpectedResponseError if it is none */
export function liveSchema(introspection: IntrospectionQuery): LiveSchema {
  try {
    requireReadable(introspection);
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
const MAX_LEVELS = 100;

/** What has to be text wherever it stands in an introspection's response, unless it is left out. */
const TEXTS = new Set([
  'defaultValue',
  'deprecationReason',
  'description',
  'kind',
  'name',
  'specifiedByURL',
]);

/** @throws UnexpectedResponseError for an introspection's response that is too large, too deep or lacks a text */
function requireReadable(introspection: unknown): void {
  const { types } = ((introspection as { __schema?: unknown } | null)?.__schema ?? {}) as {
    types?: unknown;
  };
  if (Array.isArray(types) && types.length > MAX_TYPES) {
    throw unusable(
      `The platform’s schema is too large: it has ${types.length} types`,
      `The limit is ${MAX_TYPES}. "Execute Query" works without the schema.`,
    );
  }
  let level: unknown[] = [introspection];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_LEVELS) throw unknownFormat('In its response, it is nested too deeply');
    level = level.flatMap(membersOf);
  }
}

function membersOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.filter(isAnyObject);
  return Object.entries(value as object).flatMap(([name, member]) => {
    const isOdd = TEXTS.has(name) && typeof (member ?? '') !== 'string';
    if (isOdd) throw unknownFormat(`In its response, "${name}" is not a text`);
    return isAnyObject(member) ? [member] : [];
  });
}

function isAnyObject(value: unknown): boolean {
  return isObject(value) || Array.isArray(value);
}

function unreadable(error: unknown): UnexpectedResponseError {
  if (error instanceof UnexpectedResponseError) return error;
  // What else is thrown says nothing to those who use the node.
  const why = error instanceof GraphQLError ? ` (${excerpt(error.message)})` : '';
  const what =
    error instanceof RangeError ? 'nested too deeply' : 'incomplete, or in another format';
  return unknownFormat(`It is ${what}${why}`, error);
}

function unknownFormat(why: string, cause?: unknown): UnexpectedResponseError {
  return unusable(
    'The platform returned its schema in an unknown format',
    `${why}. Ask a platform administrator whether a gateway changes its responses.`,
    cause,
  );
}

function unusable(message: string, hint: string, cause?: unknown): UnexpectedResponseError {
  return new UnexpectedResponseError(message, { hint, reach: 'answered', cause });
}
