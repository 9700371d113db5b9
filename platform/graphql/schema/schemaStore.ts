import type { CallOptions, GraphqlEndpoint } from '../endpoint';
import { unlessCancelled } from '../../cancel';
import { IntrospectionRefusedError, readSchema, type LiveSchema } from './introspection';

const KEPT_FOR_MS = 5 * 60_000;
const MAX_SCHEMAS = 20;

interface Entry {
  schema: Promise<LiveSchema>;
  readAtMs: number;
}

const entries = new Map<string, Entry>();

/** A module's schema; read once for all who ask, and kept for some minutes for each endpoint and login. */
export async function schemaOf(
  endpoint: GraphqlEndpoint,
  { signal }: Pick<CallOptions, 'signal'> = {},
): Promise<LiveSchema> {
  const known = entries.get(endpoint.key);
  if (known && Date.now() - known.readAtMs < KEPT_FOR_MS) {
    return await unlessCancelled(known.schema, signal);
  }
  // Not cancelled with the one who asked first: others may wait for it.
  const entry = { schema: readSchema(endpoint), readAtMs: Date.now() };
  entries.delete(endpoint.key);
  entries.set(endpoint.key, entry);
  if (entries.size > MAX_SCHEMAS) {
    const [oldest] = entries.keys();
    if (oldest !== undefined) entries.delete(oldest);
  }
  entry.schema.catch((error: unknown) => {
    // A refusal is an answer worth remembering; a broken connection is not.
    if (!(error instanceof IntrospectionRefusedError) && entries.get(endpoint.key) === entry) {
      entries.delete(endpoint.key);
    }
  });
  return await unlessCancelled(entry.schema, signal);
}

/** Forgets a schema that has turned out to be old; the next who asks reads it anew. */
export function forgetSchema(endpoint: GraphqlEndpoint): void {
  entries.delete(endpoint.key);
}

/** How old the schema is that is kept, in milliseconds; infinite where none is. */
export function schemaAgeMs(endpoint: GraphqlEndpoint): number {
  const entry = entries.get(endpoint.key);
  return entry ? Date.now() - entry.readAtMs : Number.POSITIVE_INFINITY;
}
