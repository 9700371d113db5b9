import type { GraphQLSchema } from 'graphql';
import type { CallOptions, GraphqlEndpoint } from '../endpoint';
import { Cache } from '../../cache';
import { unlessCancelled } from '../../cancel';
import { IntrospectionRefusedError } from '../../errors';
import { readSchema, type LiveSchema } from './introspection';

const KEPT_FOR_MS = 5 * 60_000;
/** A first refusal may be an accident; the same one again after this time is not. */
const REFUSAL_IN_DOUBT_FOR_MS = 3_000;
/** A schema older than this may lack what is asked for; it is read anew before that is refused. */
const FRESH_FOR_MS = 10_000;

interface Entry {
  schema: Promise<LiveSchema>;
  readAtMs: number;
  keptForMs: number;
  /** Once it has been read. */
  live?: LiveSchema;
  /** How the platform refused to tell it. */
  refusal?: string;
}

/** An entry stays when it is too old to be used: how it was refused tells what a second refusal means. */
const entries = new Cache<string, Entry>({ size: 20 });

/**
 * A module's schema; read once for all who ask, and kept for some minutes for each endpoint and login. That a platform
 * does not tell it is kept as long only when it has said so twice.
 */
export async function schemaOf(
  endpoint: GraphqlEndpoint,
  { signal }: Pick<CallOptions, 'signal'> = {},
): Promise<LiveSchema> {
  const known = entries.get(endpoint.key);
  const isKept = known && Date.now() - known.readAtMs < known.keptForMs;
  return await unlessCancelled((isKept ? known : read(endpoint, known)).schema, signal);
}

/** Not cancelled with the one who asked first: others may wait for it. */
function read(endpoint: GraphqlEndpoint, before: Entry | undefined): Entry {
  const entry: Entry = {
    schema: readSchema(endpoint),
    readAtMs: Date.now(),
    keptForMs: KEPT_FOR_MS,
  };
  entries.set(endpoint.key, entry);
  entry.schema.then(
    (live) => (entry.live = live),
    (error: unknown) => {
      if (!(error instanceof IntrospectionRefusedError)) {
        // A broken connection is no answer.
        entries.forget(endpoint.key, entry);
        return;
      }
      entry.refusal = error.hint;
      if (before?.refusal !== entry.refusal) entry.keptForMs = REFUSAL_IN_DOUBT_FOR_MS;
    },
  );
  return entry;
}

/** Forgets a schema that has turned out to be old, or any; the next who asks reads it anew. */
export function forgetSchema(endpoint: GraphqlEndpoint, old?: LiveSchema): void {
  const live = entries.get(endpoint.key)?.live;
  if (live && (!old || live === old)) entries.forget(endpoint.key);
}

/** Forgets a schema that may be old, since it lacks what is asked for. @returns whether another one is to be had */
export function forgetUnlessFresh(endpoint: GraphqlEndpoint, used: LiveSchema): boolean {
  const entry = entries.get(endpoint.key);
  if (entry?.live !== used) return true;
  if (Date.now() - entry.readAtMs <= FRESH_FOR_MS) return false;
  entries.forget(endpoint.key);
  return true;
}

/** The schema, where it has been read already: for what it helps with, and is not needed for. */
export function schemaIfKnown(endpoint: GraphqlEndpoint): GraphQLSchema | undefined {
  return entries.get(endpoint.key)?.live?.schema;
}
