import type { GraphQLSchema } from 'graphql';
import type { GraphqlEndpoint } from '../send/endpoint';
import { Cache } from '../../time/cache';
import { unlessCancelled } from '../../time/cancel';
import { IntrospectionRefusedError, type IntrospectionRefusal } from '../../errors/errors';
import { isIntrospectionRefusal, readSchema } from './introspection';
import { KnownForm } from './knownForm';
import { SchemaInParts, WholeSchema, type SchemaSource } from './schemaSource';
import { TypesInParts } from './typesInParts';

export const KEPT_FOR_MS = 5 * 60_000;
/** A first refusal may be an accident; the same one again after this time is not. */
const REFUSAL_IN_DOUBT_FOR_MS = 3_000;
/** A schema older than this may lack what is asked for; it is read anew before that is refused. */
const FRESH_FOR_MS = 10_000;
/** What a platform that does not return its schema has refused is taken for granted so long. */
const FORM_KEPT_FOR_MS = 30 * 60_000;

interface Entry {
  source: Promise<SchemaSource>;
  readAtMs: number;
  keptForMs: number;
  /** Once it has been read. */
  read?: SchemaSource;
  /** What stands for it meanwhile, where the platform does not return it. */
  form?: KnownForm;
  /** How the platform refused to return it. */
  refusal?: string;
}

/** An entry stays when it is too old to be used: how it was refused tells what a second refusal means. */
const entries = new Cache<string, Entry>({ size: 20 });

const forms = new Cache<string, Promise<KnownForm>>({ size: 20, ageMs: FORM_KEPT_FOR_MS });

/**
 * What tells a module's schema; looked for once for all who ask, and kept for some minutes for each endpoint and login.
 * That a platform does not return it is kept as long only when it has said so twice, and never where that may pass.
 * @throws IntrospectionRefusedError with the reason; what a query throws
 */
export async function schemaSource(
  endpoint: GraphqlEndpoint,
  signal?: AbortSignal,
): Promise<SchemaSource> {
  const known = entries.get(endpoint.key);
  const isKept = known && Date.now() - known.readAtMs < known.keptForMs;
  return await unlessCancelled((isKept ? known : read(endpoint, known)).source, signal);
}

/**
 * The same for operations of ours: of a platform that does not return its schema, the newest form that is known.
 * @throws IntrospectionRefusedError where the platform takes only what is registered with it
 */
export async function ownSchemaSource(
  endpoint: GraphqlEndpoint,
  signal?: AbortSignal,
): Promise<SchemaSource> {
  try {
    return await schemaSource(endpoint, signal);
  } catch (error) {
    if (!(error instanceof IntrospectionRefusedError) || NOTHING_WORKS.has(error.reason)) {
      throw error;
    }
    const form = await knownFormOf(endpoint);
    const entry = entries.get(endpoint.key);
    if (entry) entry.form = form;
    return form;
  }
}

/** What is known of such platforms, less what this one has refused. */
async function knownFormOf(endpoint: GraphqlEndpoint): Promise<KnownForm> {
  return await forms.getOrSet(endpoint.key, () => KnownForm.of(endpoint.module));
}

const NOTHING_WORKS: ReadonlySet<IntrospectionRefusal> = new Set(['persisted', 'everything']);
const PASSING: ReadonlySet<IntrospectionRefusal> = new Set(['tooOften', 'blocked']);
/** Those after which its parts may still be told. */
const OF_THE_WHOLE: ReadonlySet<IntrospectionRefusal> = new Set([
  'depth',
  'cost',
  'size',
  'blocked',
  'refused',
  'notAllowed',
]);

/** Not cancelled with the one who asked first: others may wait for it. */
function read(endpoint: GraphqlEndpoint, before: Entry | undefined): Entry {
  const entry: Entry = {
    source: readSource(endpoint),
    readAtMs: Date.now(),
    keptForMs: KEPT_FOR_MS,
  };
  entries.set(endpoint.key, entry);
  entry.source.then(
    (source) => (entry.read = source),
    (error: unknown) => {
      if (!(error instanceof IntrospectionRefusedError)) {
        // A broken connection is no response.
        entries.forget(endpoint.key, entry);
        return;
      }
      entry.refusal = error.hint;
      const isInDoubt = before?.refusal !== entry.refusal || PASSING.has(error.reason);
      // Until then, all who ask share this response.
      if (isInDoubt) entry.keptForMs = REFUSAL_IN_DOUBT_FOR_MS;
    },
  );
  return entry;
}

async function readSource(endpoint: GraphqlEndpoint): Promise<SchemaSource> {
  try {
    return new WholeSchema(await readSchema(endpoint));
  } catch (error) {
    const isOfTheWhole =
      error instanceof IntrospectionRefusedError && OF_THE_WHOLE.has(error.reason);
    if (!isOfTheWhole) throw error;
    return await SchemaInParts.read(new TypesInParts(endpoint)).catch(async (inParts: unknown) => {
      if (!(inParts instanceof IntrospectionRefusedError)) throw inParts;
      // Why the whole was refused says more than that its parts were.
      if (error.reason !== 'refused') throw error;
      throw (await refusalOfEverything(endpoint)) ?? inParts;
    });
  }
}

/** How a platform refuses even what every platform answers; undefined where it does not. */
async function refusalOfEverything(
  endpoint: GraphqlEndpoint,
): Promise<IntrospectionRefusedError | undefined> {
  try {
    await endpoint.query({ query: '{ __typename }' });
    return undefined;
  } catch (error) {
    if (!isIntrospectionRefusal(error)) throw error;
    return new IntrospectionRefusedError(error, 'everything');
  }
}

/** Forgets a schema that has turned out to be old, or any; the next who asks reads it anew. */
export function forgetSchema(endpoint: GraphqlEndpoint, old?: SchemaSource): void {
  const read = entries.get(endpoint.key)?.read;
  if (read && (!old || read === old)) entries.forget(endpoint.key);
}

/** Forgets a schema that may be old, since it lacks what is asked for. @returns whether another one is to be had */
export function forgetUnlessFresh(endpoint: GraphqlEndpoint, used: SchemaSource): boolean {
  if (used instanceof KnownForm) return false;
  const entry = entries.get(endpoint.key);
  if (entry?.read !== used) return true;
  if (Date.now() - entry.readAtMs <= FRESH_FOR_MS) return false;
  entries.forget(endpoint.key);
  return true;
}

/** The schema, where it has been read already: for what it helps with, and is not needed for. */
export function schemaIfKnown(endpoint: GraphqlEndpoint): GraphQLSchema | undefined {
  const { read, form } = entries.get(endpoint.key) ?? {};
  return (read ?? form)?.live.schema;
}
