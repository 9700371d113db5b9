import { type GraphQLSchema, buildASTSchema, parse } from 'graphql';
import type { CallOptions, GraphqlEndpoint, GraphqlModuleName } from '../send/endpoint';
import { Cache } from '../../time/cache';
import { SharedWork } from '../../time/cancel';
import {
  IntrospectionRefusedError,
  ONLY_REGISTERED_QUERIES,
  PlatformError,
  UnexpectedResponseError,
} from '../../errors/errors';
import { readSchema, type LiveSchema } from './introspection';

const KEPT_FOR_MS = 5 * 60_000;
/** Who needs the schema itself asks again so soon after a failure: it may have been an accident. */
const FAILURE_KEPT_FOR_MS = 3_000;
/** A schema older than this may lack what is asked for; it is read anew before that is refused. */
const FRESH_FOR_MS = 10_000;
/** For so long a platform that does not return its schema is asked by the form that it has accepted. */
const FORM_KEPT_FOR_MS = 30 * 60_000;

/** The schema of a module: as the platform returned it, or a form that the package has of it. */
export type SchemaSource = LiveSchema | KnownForm;

interface Entry {
  reading: SharedWork<LiveSchema>;
  readAtMs: number;
  live?: LiveSchema;
  hasFailed?: boolean;
}

const entries = new Cache<string, Entry>({ size: 20 });

/** Which form each endpoint accepted. */
const forms = new Cache<string, number>({ size: 20, ageMs: FORM_KEPT_FOR_MS });

/** The newest, unless the endpoint has refused it. */
function acceptedForm({ key }: GraphqlEndpoint): number {
  return forms.get(key) ?? 0;
}

/**
 * A module's schema, read once for all who ask, and kept for some minutes for each endpoint and login; so is a failure.
 * @throws IntrospectionRefusedError with the reason; what a query throws
 */
export async function schemaSource(
  endpoint: GraphqlEndpoint,
  signal?: AbortSignal,
  failureKeptForMs = KEPT_FOR_MS,
): Promise<LiveSchema> {
  const known = entries.get(endpoint.key);
  const keptForMs = known?.hasFailed ? failureKeptForMs : KEPT_FOR_MS;
  const isKept = known && !known.reading.isAbandoned && Date.now() - known.readAtMs < keptForMs;
  return await (isKept ? known : read(endpoint)).reading.wait(signal);
}

/** The same for those who can do nothing without it: after a failure, it is soon read again. */
export async function wholeSchema(
  endpoint: GraphqlEndpoint,
  { signal }: Pick<CallOptions, 'signal'> = {},
): Promise<LiveSchema> {
  return await schemaSource(endpoint, signal, FAILURE_KEPT_FOR_MS);
}

/**
 * The same for operations of ours: of a platform whose schema cannot be read, the form that it accepted last, or the newest.
 * @throws IntrospectionRefusedError if the platform accepts only registered queries; what any query would meet, too
 */
export async function ownSchemaSource(
  endpoint: GraphqlEndpoint,
  { signal }: Pick<CallOptions, 'signal'> = {},
): Promise<SchemaSource> {
  try {
    return await schemaSource(endpoint, signal);
  } catch (error) {
    const isHopeless =
      error instanceof IntrospectionRefusedError && error.reason === ONLY_REGISTERED_QUERIES;
    if (isHopeless || !isOfIntrospection(error)) throw error;
    const form = await knownForm(endpoint.module, acceptedForm(endpoint));
    if (!form) throw error;
    return form;
  }
}

/** The form to try after one was refused. @returns undefined if none is left */
export async function olderForm(
  endpoint: GraphqlEndpoint,
  { form }: KnownForm,
): Promise<KnownForm | undefined> {
  // Another request may have found out meanwhile what the platform accepts.
  return await knownForm(endpoint.module, Math.max(form + 1, acceptedForm(endpoint)));
}

/** From now on, the endpoint is asked by this form. */
export function keepForm(endpoint: GraphqlEndpoint, source: SchemaSource): void {
  const form = 'form' in source ? source.form : 0;
  if (form > acceptedForm(endpoint)) forms.set(endpoint.key, form);
}

/** Not canceled with the one who asked first: others may wait for it. */
function read(endpoint: GraphqlEndpoint): Entry {
  const reading = new SharedWork(async (signal) => {
    try {
      const live = await readSchema(endpoint, { signal });
      return (entry.live = live);
    } catch (error) {
      // What any other request meets, too, is not remembered.
      if (signal.aborted || !isOfIntrospection(error)) entries.forget(endpoint.key, entry);
      else Object.assign(entry, { hasFailed: true, readAtMs: Date.now() });
      throw error;
    }
  });
  const entry: Entry = { reading, readAtMs: Date.now() };
  entries.set(endpoint.key, entry);
  return entry;
}

/** Whether the introspection failed, which another request need not: it was refused, lost, or too much for something in between. */
function isOfIntrospection(error: unknown): boolean {
  if (!(error instanceof PlatformError) || error.reach === 'never') return false;
  return (
    error instanceof IntrospectionRefusedError ||
    error instanceof UnexpectedResponseError ||
    error.reach === 'unknown' ||
    error.mayPass ||
    (error.status ?? 0) >= 500
  );
}

/** Forgets a schema that has turned out to be old, or any; the next who asks reads it anew. */
export function forgetSchema(endpoint: GraphqlEndpoint, old?: SchemaSource): void {
  const live = entries.get(endpoint.key)?.live;
  if (live && (!old || live === old)) entries.forget(endpoint.key);
}

/** Forgets a schema that may be old, since it lacks what is asked for. @returns whether another one is to be had */
export function forgetUnlessFresh(endpoint: GraphqlEndpoint, used: SchemaSource): boolean {
  if ('form' in used) return false;
  const entry = entries.get(endpoint.key);
  if (entry?.live !== used) return true;
  if (Date.now() - entry.readAtMs <= FRESH_FOR_MS) return false;
  entries.forget(endpoint.key);
  return true;
}

/** A schema of a module that the package has, for platforms that do not return theirs. */
export interface KnownForm {
  schema: GraphQLSchema;
  /** 0 is the newest. */
  form: number;
}

/** By module and form. */
const built = new Map<string, KnownForm>();

/** @returns undefined if there is none that is so old */
async function knownForm(module: GraphqlModuleName, form: number): Promise<KnownForm | undefined> {
  const key = `${module} ${form}`;
  const before = built.get(key);
  if (before) return before;
  const { KNOWN_FORMS } = await import('./knownForms');
  const types = [...KNOWN_FORMS[module].matchAll(/^(\d+)-(\d+) (.*)$/gm)]
    .filter(([, first, last]) => Number(first) <= form && form <= Number(last))
    .map(([, , , type]) => type);
  if (types.length === 0) return undefined;
  const document = parse(types.join('\n'), { noLocation: true });
  const schema = buildASTSchema(document, { assumeValid: true, assumeValidSDL: true });
  const made = { schema, form };
  built.set(key, made);
  return made;
}
