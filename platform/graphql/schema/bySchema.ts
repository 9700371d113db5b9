import type { GraphQLSchema } from 'graphql';
import { GraphqlResponseError, PlatformError, UnsupportedError } from '../../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../send/endpoint';
import { requireRootField, type RootKind } from './rootFields';
import { isSchemaRefusal, provesNotExecuted } from './schemaRefusal';
import {
  forgetSchema,
  forgetUnlessFresh,
  keepForm,
  olderForm,
  ownSchemaSource,
  type SchemaSource,
} from './schemaStore';

/** What is made of a schema. It changes nothing else: it is made anew of another form. */
export type BuildFromSchema<Made> = (schema: GraphQLSchema) => Made | Promise<Made>;

type Cancel = Pick<CallOptions, 'signal'>;

/**
 * Makes something of a module's schema for an operation of ours. Of a platform that does not return its schema, that is the
 * form that it accepted last, or the newest that is known.
 */
export async function withSchema<Made>(
  endpoint: GraphqlEndpoint,
  read: BuildFromSchema<Made>,
  options: Cancel = {},
): Promise<Made> {
  return await read((await ownSchemaSource(endpoint, options)).schema);
}

/** A document and how the platform turned it down. */
interface Refused<Written> {
  written: Written;
  error: unknown;
}

interface Task<Written, Result> {
  endpoint: GraphqlEndpoint;
  write: BuildFromSchema<Written>;
  send(written: Written): Promise<Result>;
  /** Whether it does no harm to send a document twice. */
  mayRepeat(written: Written): boolean;
  find(endpoint: GraphqlEndpoint, options: Cancel): Promise<SchemaSource>;
}

/**
 * Writes documents by a module's schema and reads what the platform answers to them. If the platform does not return its
 * schema and turns them down, they are written by older known forms.
 * @param send sends reads alone, or changes that may be repeated
 * @param refused what was sent before without a look at the schema
 */
export async function requestBySchema<Written, Result>(
  endpoint: GraphqlEndpoint,
  write: BuildFromSchema<Written>,
  send: (written: Written) => Promise<Result>,
  options: Cancel = {},
  refused?: Refused<Written>,
): Promise<Result> {
  const task = { endpoint, write, send, mayRepeat: () => true, find: ownSchemaSource };
  const source = await ownSchemaSource(endpoint, options);
  if (refused) return await sendAnew(task, source, refused);
  return await sendOrStepDown(task, source, await write(source.schema), options);
}

/**
 * Writes one document by a schema, and returns a function that sends it. If it is turned down, it is written once more: by a
 * schema that was read anew, or by older known forms.
 */
export async function prepareBySchema<Written, Result>(
  task: Task<Written, Result>,
  options: Cancel = {},
): Promise<() => Promise<Result>> {
  const { endpoint, write, find } = task;
  let source = await find(endpoint, options);
  const written = await tryToWrite(write, source).catch(async (error: unknown) => {
    if (!isMissingInSchema(error) || !forgetUnlessFresh(endpoint, source)) throw error;
    source = await find(endpoint, options);
    return await write(source.schema);
  });
  return async () => await sendOrStepDown(task, source, written, options);
}

/** Sends what was written by a schema. If it is turned down, the platform may have changed since the schema was read. */
async function sendOrStepDown<Written, Result>(
  task: Task<Written, Result>,
  source: SchemaSource,
  written: Written,
  options: Cancel,
): Promise<Result> {
  const { endpoint, send, mayRepeat, find } = task;
  try {
    return await send(written);
  } catch (error) {
    if (!isTurnedDown(error)) throw error;
    forgetSchema(endpoint, source);
    const isWorthReading = !('form' in source) && isSchemaRefusal(error) && mayRepeat(written);
    const next = isWorthReading
      ? await find(endpoint, options).catch(() => undefined)
      : await olderSource(endpoint, source);
    return await sendAnew(task, next, { written, error });
  }
}

/**
 * Sends what was turned down as it is written by another schema, if it differs then; and by older known forms, until one is
 * accepted. What this platform lacks says more than its refusal does.
 */
async function sendAnew<Written, Result>(
  { endpoint, write, send, mayRepeat }: Task<Written, Result>,
  next: SchemaSource | undefined,
  first: Refused<Written>,
): Promise<Result> {
  let { written, error } = first;
  for (let source = next; source; source = await olderSource(endpoint, source)) {
    const refusal = error;
    if (!isTurnedDown(refusal) || ('form' in source && !isSchemaRefusal(refusal))) break;
    let again: Written;
    try {
      again = await write(source.schema);
    } catch (failure) {
      if (!isMissingInSchema(failure)) throw first.error;
      const names = namesIn(failure);
      const isRefused = isAnyNamedIn(refusal, names);
      if (isRefused) keepForm(endpoint, source);
      // Without a name, nothing says that it was not this that was refused.
      if (isRefused || names.length === 0) throw failure;
      // What this form lacks, a still older one may have.
      continue;
    }
    if (isSame(again, written)) continue;
    if (!mayRepeat(again) && !provesNotExecuted(refusal)) break;
    try {
      const result = await send(again);
      keepForm(endpoint, source);
      return result;
    } catch (failure) {
      if (failure instanceof GraphqlResponseError && !isTurnedDown(failure)) {
        keepForm(endpoint, source);
      }
      if (!isSchemaRefusal(failure)) throw failure;
      [written, error] = [again, failure];
    }
  }
  throw first.error;
}

async function olderSource(
  endpoint: GraphqlEndpoint,
  source: SchemaSource,
): Promise<SchemaSource | undefined> {
  return 'form' in source ? await olderForm(endpoint, source) : undefined;
}

async function tryToWrite<Written>(write: BuildFromSchema<Written>, { schema }: SchemaSource) {
  return await write(schema);
}

/** What a root field is beside its name is not sent. Of a function, nothing says what it would write. */
function isSame(one: unknown, other: unknown): boolean {
  let functions = 0;
  const textOf = (written: unknown) =>
    JSON.stringify(written, (key, value: unknown) => {
      if (typeof value === 'function') return ++functions;
      return key === 'field' ? undefined : value;
    });
  return textOf(one) === textOf(other);
}

/** What is not in a schema may be in a newer one. */
function isMissingInSchema(error: unknown): error is PlatformError {
  return error instanceof PlatformError && error.reach === 'never';
}

/** What an older form lacks, by name. */
function namesIn({ message, hint }: PlatformError): string[] {
  return [...`${message} ${hint}`.matchAll(/"(\w+)"/g)].map(([, name = '']) => name);
}

function isAnyNamedIn({ errors }: GraphqlResponseError, names: readonly string[]): boolean {
  const words = new Set(errors.flatMap(({ message }) => message.match(/\w+/g) ?? []));
  return names.some((name) => words.has(name));
}

function isTurnedDown(error: unknown): error is GraphqlResponseError {
  return error instanceof GraphqlResponseError && error.refusedBeforeExecution;
}

/**
 * Why a platform turned a document down that was sent without a look at its schema.
 * @returns an UnsupportedError if the platform lacks the root field, otherwise the refusal itself
 */
export async function explainedRefusal(
  endpoint: GraphqlEndpoint,
  kind: RootKind,
  name: string,
  error: unknown,
  options?: CallOptions,
): Promise<unknown> {
  if (!isTurnedDown(error)) return error;
  const write = (schema: GraphQLSchema) => requireRootField(schema, kind, name).name;
  const send = async () => await Promise.reject(error);
  return await requestBySchema(endpoint, write, send, options, { written: name, error }).catch(
    // The refusal says more than that its reason could not be looked up.
    (failure: unknown) => (failure instanceof UnsupportedError ? failure : error),
  );
}
