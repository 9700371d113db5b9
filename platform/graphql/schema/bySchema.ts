import type { GraphQLSchema } from 'graphql';
import { GraphqlResponseError, PlatformError, UnsupportedError } from '../../common/errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../send/endpoint';
import type { LiveSchema } from './introspection';
import { requireRootField, type RootKind } from './rootFields';
import { isSchemaMismatch } from './schemaMismatch';
import { forgetSchema, getLiveSchema, type SchemaOptions } from './schemaStore';

/** Such a function must have no side effects, because it may be called again with a newer schema. */
type BuildFromSchema<Built> = (schema: GraphQLSchema) => Built | Promise<Built>;

interface SchemaRequest<Written, Result> {
  endpoint: GraphqlEndpoint;
  write: BuildFromSchema<Written>;
  send: (written: Written) => Promise<Result>;
  /** Returns false for a change that must not be sent twice. */
  mayRepeat: (written: Written) => boolean;
}

/** If a request fails before it is sent, and the schema is older than this, the schema is read again. */
const FRESH_MS = 10_000;

/** Calls `build` with the live schema. If `build` fails with a schema that may be old, reads the schema again once. */
export async function withSchema<Built>(
  endpoint: GraphqlEndpoint,
  build: BuildFromSchema<Built>,
  options: SchemaOptions = {},
): Promise<Built> {
  return (await buildFromSchema(endpoint, build, options)).built;
}

/** Does the same as `withSchema`, and also returns the schema that was used. */
async function buildFromSchema<Built>(
  endpoint: GraphqlEndpoint,
  build: BuildFromSchema<Built>,
  options: SchemaOptions,
): Promise<{ built: Built; source: LiveSchema }> {
  let source = await getLiveSchema(endpoint, options);
  try {
    return { built: await build(source.schema), source };
  } catch (error) {
    const isUnsent = error instanceof PlatformError && error.sends === 0;
    if (!isUnsent || !forgetSchema(endpoint, source, FRESH_MS)) throw error;
    source = await getLiveSchema(endpoint, options);
    return { built: await build(source.schema), source };
  }
}

/**
 * Writes a document by the schema of a module and sends it; see `prepareBySchema`.
 * @param send must send only reads, or changes that may be repeated
 */
export async function requestBySchema<Written, Result>(
  endpoint: GraphqlEndpoint,
  write: BuildFromSchema<Written>,
  send: (written: Written) => Promise<Result>,
  options: SchemaOptions = {},
): Promise<Result> {
  const sendWritten = await prepareBySchema(
    { endpoint, write, send, mayRepeat: () => true },
    options,
  );
  return await sendWritten();
}

/**
 * Writes a document by the schema of a module, and returns a function that sends it. If the platform says that the document does
 * not fit its schema, the schema has changed. The returned function then reads the schema again, and writes and sends the document
 * again, if it may be repeated.
 */
export async function prepareBySchema<Written, Result>(
  { endpoint, write, send, mayRepeat }: SchemaRequest<Written, Result>,
  options: SchemaOptions = {},
): Promise<() => Promise<Result>> {
  const { built: written, source } = await buildFromSchema(endpoint, write, options);
  return async () => {
    try {
      return await send(written);
    } catch (error) {
      if (!isDocumentRejection(error)) throw error;
      forgetSchema(endpoint, source);
      if (!isSchemaMismatch(error) || !mayRepeat(written)) throw error;
      return await send(await rewriteRejected(endpoint, write, error, options));
    }
  };
}

/**
 * Writes a rejected document again, by the current schema.
 * @throws UnsupportedError if the platform lacks a requested field; the rejection if the schema cannot be read
 */
export async function rewriteRejected<Written>(
  endpoint: GraphqlEndpoint,
  write: BuildFromSchema<Written>,
  rejection: unknown,
  options: SchemaOptions = {},
): Promise<Written> {
  const live = await getLiveSchema(endpoint, options).catch(() => undefined);
  if (!live) throw rejection;
  return await write(live.schema);
}

function isDocumentRejection(error: unknown): error is GraphqlResponseError {
  return error instanceof GraphqlResponseError && error.isRejectedDocument;
}

/**
 * Finds out why a platform rejected a document that was written without the schema.
 * @returns an UnsupportedError if the platform lacks the root field, otherwise `error` itself
 */
export async function replaceIfUnsupported(
  endpoint: GraphqlEndpoint,
  kind: RootKind,
  name: string,
  error: unknown,
  options?: CallOptions,
): Promise<unknown> {
  if (!isDocumentRejection(error)) return error;
  try {
    await withSchema(endpoint, (schema) => requireRootField(schema, kind, name), options);
    return error;
  } catch (failure) {
    // The rejection says more than a failure to read the schema.
    return failure instanceof UnsupportedError ? failure : error;
  }
}
