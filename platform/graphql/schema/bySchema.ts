import type { GraphQLSchema } from 'graphql';
import { GraphqlResponseError, PlatformError, UnsupportedError } from '../../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../send/endpoint';
import type { LiveSchema } from './introspection';
import { requireRootField, type RootKind } from './rootFields';
import { isSchemaRefusal } from './schemaRefusal';
import { forgetSchema, forgetUnlessFresh, wholeSchema } from './schemaStore';

/** Builds something from a schema. It has no side effects: it may be called again with a newer schema. */
export type BuildFromSchema<Made> = (schema: GraphQLSchema) => Made | Promise<Made>;

type Cancel = Pick<CallOptions, 'signal'>;

/** Builds something from a module's schema for an operation of ours. */
export async function withSchema<Made>(
  endpoint: GraphqlEndpoint,
  build: BuildFromSchema<Made>,
  options: Cancel = {},
): Promise<Made> {
  return (await buildFromSchema(endpoint, build, options)).made;
}

interface Task<Written, Result> {
  endpoint: GraphqlEndpoint;
  write: BuildFromSchema<Written>;
  send(written: Written): Promise<Result>;
  /** Whether it does no harm to send a document twice. */
  mayRepeat(written: Written): boolean;
}

/** A document and how the platform turned it down. */
interface Refused<Written> {
  written: Written;
  error: unknown;
}

/**
 * Writes a document by a module's schema, sends it and returns the result; see `prepareBySchema`.
 * @param send sends only reads, or changes that may be repeated
 * @param refused a document that was sent before without a look at the schema
 */
export async function requestBySchema<Written, Result>(
  endpoint: GraphqlEndpoint,
  write: BuildFromSchema<Written>,
  send: (written: Written) => Promise<Result>,
  options: Cancel = {},
  refused?: Refused<Written>,
): Promise<Result> {
  const task = { endpoint, write, send, mayRepeat: () => true };
  if (refused) return await sendAgain(task, refused, options);
  const sendWritten = await prepareBySchema(task, options);
  return await sendWritten();
}

/**
 * Writes one document by a schema, and returns a function that sends it. If the platform says that the document does not fit
 * its schema, the schema has changed: it is read again, and the document is written and sent once more.
 */
export async function prepareBySchema<Written, Result>(
  task: Task<Written, Result>,
  options: Cancel = {},
): Promise<() => Promise<Result>> {
  const { endpoint, write, send, mayRepeat } = task;
  const { made: written, source } = await buildFromSchema(endpoint, write, options);
  return async () => {
    try {
      return await send(written);
    } catch (error) {
      if (!isTurnedDown(error)) throw error;
      forgetSchema(endpoint, source);
      if (!isSchemaRefusal(error) || !mayRepeat(written)) throw error;
      return await sendAgain(task, { written, error }, options);
    }
  };
}

/** Builds from the schema that is kept. If that lacks what is requested, the schema is read again once. */
async function buildFromSchema<Made>(
  endpoint: GraphqlEndpoint,
  build: BuildFromSchema<Made>,
  options: Cancel,
): Promise<{ made: Made; source: LiveSchema }> {
  let source = await wholeSchema(endpoint, options);
  try {
    return { made: await build(source.schema), source };
  } catch (error) {
    if (!isMissingInSchema(error) || !forgetUnlessFresh(endpoint, source)) throw error;
    source = await wholeSchema(endpoint, options);
    return { made: await build(source.schema), source };
  }
}

/**
 * Writes a document that was turned down by the schema as it is now, and sends it if it differs from what was sent before.
 * @throws UnsupportedError if the platform lacks what is requested; otherwise the refusal
 */
async function sendAgain<Written, Result>(
  { endpoint, write, send }: Task<Written, Result>,
  refused: Refused<Written>,
  options: Cancel,
): Promise<Result> {
  const live = await wholeSchema(endpoint, options).catch(() => undefined);
  if (!live) throw refused.error;
  const written = await write(live.schema);
  if (isSame(written, refused.written)) throw refused.error;
  return await send(written);
}

/** Only the name of a root field is sent. A function does not say what it would write. */
function isSame(one: unknown, other: unknown): boolean {
  let functions = 0;
  const textOf = (written: unknown) =>
    JSON.stringify(written, (key, value: unknown) => {
      if (typeof value === 'function') return ++functions;
      return key === 'field' ? undefined : value;
    });
  return textOf(one) === textOf(other);
}

function isMissingInSchema(error: unknown): boolean {
  return error instanceof PlatformError && error.sends === 0;
}

function isTurnedDown(error: unknown): error is GraphqlResponseError {
  return error instanceof GraphqlResponseError && error.refusedBeforeExecution;
}

/**
 * Finds out why a platform turned down a document that was sent without a look at its schema.
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
  return await withSchema(endpoint, (schema) => requireRootField(schema, kind, name), options).then(
    () => error,
    // The refusal says more than a failure to read the schema.
    (failure: unknown) => (failure instanceof UnsupportedError ? failure : error),
  );
}
