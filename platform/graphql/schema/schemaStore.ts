import type { GraphQLSchema } from 'graphql';
import { PlatformError, UnexpectedResponseError } from '../../common/errors/errors';
import { Cache } from '../../common/time/cache';
import { SharedWork } from '../../common/time/cancel';
import type { CallOptions, GraphqlEndpoint } from '../send/endpoint';
import { readSchema, type LiveSchema } from './introspection';

const KEPT_FOR_MS = 60 * 60_000;
/** Many items ask at the same time: all get the same refusal. */
const REFUSAL_KEPT_FOR_MS = 3_000;
/** Callers that can do without the schema do not ask again so soon after a failure. */
const FAILURE_KEPT_FOR_MS = 5 * 60_000;

interface Entry {
  reading: SharedWork<LiveSchema>;
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
 * Returns a module's schema. It is read once for all callers, and kept for an hour for each endpoint and login.
 * @throws PlatformError `NOT_SUPPORTED` if the platform does not return its schema; what a query throws
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
  return isOfSchema(failure) ? REFUSAL_KEPT_FOR_MS : 0;
}

/** Checks whether the platform responded, but not with a usable schema. */
function isOfSchema(failure: unknown): boolean {
  if (failure instanceof UnexpectedResponseError) return true;
  return failure instanceof PlatformError && failure.code === 'NOT_SUPPORTED';
}

/** Checks whether nothing could be sent, for example without a login or a connection: every other request also fails. */
export function isOfAnyRequest(failure: unknown): boolean {
  if (!(failure instanceof PlatformError) || isOfSchema(failure)) return false;
  return failure.sends === 0 || failure.isPrerequisiteFailure;
}

/** Not canceled with the caller that asked first: others may wait for it. */
function read(endpoint: GraphqlEndpoint): Entry {
  const reading = new SharedWork(async (signal) => {
    try {
      const live = await readSchema(endpoint, { signal });
      return (entry.live = live);
    } catch (failure) {
      if (signal.aborted || isOfAnyRequest(failure)) entries.forget(endpoint.key, entry);
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
 * @param used the schema that may be old; any if undefined
 * @param minAgeMs a schema younger than this is kept
 * @returns whether the next caller gets another schema than the one that was used
 */
export function forgetSchema(endpoint: GraphqlEndpoint, used?: LiveSchema, minAgeMs = 0): boolean {
  const entry = entries.get(endpoint.key);
  if (!entry?.live || (used && entry.live !== used)) return true;
  if (Date.now() - entry.readAtMs < minAgeMs) return false;
  entries.forget(endpoint.key);
  return true;
}

/** Returns a function that keeps what is made from a schema, for as long as the schema is used. */
export function keptBySchema<Value>() {
  const caches = new WeakMap<GraphQLSchema, Cache<string, Value>>();
  return (schema: GraphQLSchema, key: string, make: () => Value): Value => {
    const cache = caches.get(schema) ?? new Cache<string, Value>({ size: 200 });
    caches.set(schema, cache);
    return cache.getOrSet(key, make);
  };
}
