import type { GraphQLSchema } from 'graphql';
import { PlatformError, UnexpectedResponseError } from '../../common/errors/errors';
import { Cache } from '../../common/time/cache';
import { SharedWork } from '../../common/time/cancel';
import type { CallOptions, GraphqlEndpoint } from '../send/endpoint';
import { readSchema, type LiveSchema } from './introspection';

const KEPT_FOR_MS = 60 * 60_000;
/** A refusal is kept this long, so that many items that need the schema at the same time do not all request it. */
const REFUSAL_KEPT_FOR_MS = 3_000;
/** Callers that can do without the schema get the same failure for this long, instead of reading the schema again. */
const FAILURE_KEPT_FOR_MS = 5 * 60_000;

interface Entry {
  reading: SharedWork<LiveSchema>;
  /** When the reading began or, after a failure, when it ended. */
  readAtMs: number;
  live?: LiveSchema;
  failure?: unknown;
}

const entries = new Cache<string, Entry>({ size: 20 });

export interface SchemaOptions extends Pick<CallOptions, 'signal'> {
  /** True if the caller can do without the schema. */
  isOptional?: boolean;
}

/**
 * Reads the schema of a module once for all callers, and keeps it for an hour for each endpoint and login.
 * @throws PlatformError `NOT_SUPPORTED` if the platform does not return its schema; the errors of a query
 */
export async function getLiveSchema(
  endpoint: GraphqlEndpoint,
  { signal, isOptional = false }: SchemaOptions = {},
): Promise<LiveSchema> {
  const entry = entries.get(endpoint.key);
  const isKept =
    entry &&
    !entry.reading.isAbandoned &&
    Date.now() - entry.readAtMs < getMaxAgeMs(entry, isOptional);
  return await (isKept ? entry : startReading(endpoint)).reading.wait(signal);
}

function getMaxAgeMs({ failure }: Entry, isOptional: boolean): number {
  if (failure === undefined) return KEPT_FOR_MS;
  if (isOptional) return FAILURE_KEPT_FOR_MS;
  return isSchemaUnusable(failure) ? REFUSAL_KEPT_FOR_MS : 0;
}

function isSchemaUnusable(failure: unknown): boolean {
  if (failure instanceof UnexpectedResponseError) return true;
  return failure instanceof PlatformError && failure.code === 'NOT_SUPPORTED';
}

/** Returns true if any other request would also fail, because there is no login or no connection. */
export function failsAnyRequest(failure: unknown): boolean {
  if (!(failure instanceof PlatformError) || isSchemaUnusable(failure)) return false;
  return failure.sends === 0 || failure.isPrerequisiteFailure;
}

/** Starts to read the schema. Ignores the signal of the first caller, because other callers may also wait. */
function startReading(endpoint: GraphqlEndpoint): Entry {
  const reading = new SharedWork(async (signal) => {
    try {
      const live = await readSchema(endpoint, { signal });
      return (entry.live = live);
    } catch (failure) {
      if (signal.aborted || failsAnyRequest(failure)) entries.forget(endpoint.key, entry);
      else Object.assign(entry, { failure, readAtMs: Date.now() });
      throw failure;
    }
  });
  const entry: Entry = { reading, readAtMs: Date.now() };
  entries.set(endpoint.key, entry);
  return entry;
}

/**
 * Forgets a schema that may be old, so that the next caller reads it again.
 * @param used the schema that may be old; undefined means any schema
 * @param minAgeMs minimum age; a younger schema is kept
 * @returns true if the next caller gets another schema than `used`
 */
export function forgetSchema(endpoint: GraphqlEndpoint, used?: LiveSchema, minAgeMs = 0): boolean {
  const entry = entries.get(endpoint.key);
  if (!entry?.live || (used && entry.live !== used)) return true;
  if (Date.now() - entry.readAtMs < minAgeMs) return false;
  entries.forget(endpoint.key);
  return true;
}

/** Returns a function that caches the latest results for each schema. */
export function cacheBySchema<Value>() {
  const caches = new WeakMap<GraphQLSchema, Cache<string, Value>>();
  return (schema: GraphQLSchema, key: string, make: () => Value): Value => {
    const cache = caches.get(schema) ?? new Cache<string, Value>({ size: 200 });
    caches.set(schema, cache);
    return cache.getOrSet(key, make);
  };
}
