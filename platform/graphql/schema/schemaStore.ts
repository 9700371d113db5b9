import type { GraphQLSchema } from 'graphql';
import { PlatformError, UnexpectedResponseError } from '../../common/errors/errors';
import { Cache } from '../../common/time/cache';
import { SharedWork } from '../../common/time/cancel';
import type { CallOptions, GraphqlEndpoint } from '../send/endpoint';
import { readSchema, type LiveSchema } from './introspection';

const KEPT_FOR_MS = 60 * 60_000;
/** Many items that need the schema at the same time get the same refusal. */
const REFUSAL_KEPT_FOR_MS = 3_000;
/** After a failure, callers that do not need the schema wait this long before they read it again. */
const FAILURE_KEPT_FOR_MS = 5 * 60_000;

interface Entry {
  reading: SharedWork<LiveSchema>;
  readAtMs: number;
  live?: LiveSchema;
  failure?: unknown;
}

const entries = new Cache<string, Entry>({ size: 20 });

export interface SchemaOptions extends Pick<CallOptions, 'signal'> {
  /** True if the caller does not need the schema. */
  isOptional?: boolean;
}

/**
 * Reads a module's schema once for all callers, and keeps it for an hour for each endpoint and login.
 * @throws PlatformError `NOT_SUPPORTED` if the platform does not return its schema; the errors of a query
 */
export async function wholeSchema(
  endpoint: GraphqlEndpoint,
  { signal, isOptional = false }: SchemaOptions = {},
): Promise<LiveSchema> {
  const known = entries.get(endpoint.key);
  const isKept =
    known &&
    !known.reading.isAbandoned &&
    Date.now() - known.readAtMs < keptForMs(known, isOptional);
  return await (isKept ? known : read(endpoint)).reading.wait(signal);
}

function keptForMs({ failure }: Entry, isOptional: boolean): number {
  if (failure === undefined) return KEPT_FOR_MS;
  if (isOptional) return FAILURE_KEPT_FOR_MS;
  return isSchemaUnusable(failure) ? REFUSAL_KEPT_FOR_MS : 0;
}

function isSchemaUnusable(failure: unknown): boolean {
  if (failure instanceof UnexpectedResponseError) return true;
  return failure instanceof PlatformError && failure.code === 'NOT_SUPPORTED';
}

/** Without a login or a connection, every other request also fails. */
export function failsAnyRequest(failure: unknown): boolean {
  if (!(failure instanceof PlatformError) || isSchemaUnusable(failure)) return false;
  return failure.sends === 0 || failure.isPrerequisiteFailure;
}

/** Does not use the signal of the first caller, because others may also wait. */
function read(endpoint: GraphqlEndpoint): Entry {
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
 * @param used the schema that may be old; any schema if undefined
 * @param minAgeMs a younger schema is kept
 * @returns whether the next caller gets another schema than `used`
 */
export function forgetSchema(endpoint: GraphqlEndpoint, used?: LiveSchema, minAgeMs = 0): boolean {
  const entry = entries.get(endpoint.key);
  if (!entry?.live || (used && entry.live !== used)) return true;
  if (Date.now() - entry.readAtMs < minAgeMs) return false;
  entries.forget(endpoint.key);
  return true;
}

/** Returns a function that caches results for as long as their schema is used. */
export function cacheBySchema<Value>() {
  const caches = new WeakMap<GraphQLSchema, Cache<string, Value>>();
  return (schema: GraphQLSchema, key: string, make: () => Value): Value => {
    const cache = caches.get(schema) ?? new Cache<string, Value>({ size: 200 });
    caches.set(schema, cache);
    return cache.getOrSet(key, make);
  };
}
