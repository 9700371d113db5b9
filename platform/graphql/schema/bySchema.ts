import type { GraphQLSchema } from 'graphql';
import { unlessCancelled } from '../../time/cancel';
import { GraphqlResponseError } from '../../errors/errors';
import { MOST_REWRITES } from '../../http/limits';
import type { CallOptions, GraphqlEndpoint } from '../send/endpoint';
import type { LiveSchema } from './introspection';
import { isSchemaRefusal, KnownForm } from './knownForm';
import { forgetSchema, ownSchemaSource, schemaSource } from './schemaStore';
import type { SchemaSource } from './schemaSource';

/** What somebody makes of a schema. It changes nothing else: it is made anew where it needed what was not returned yet. */
export type BuildFromSchema<Made> = (schema: GraphQLSchema) => Made | Promise<Made>;

/** What was made of a schema, and of which one. */
interface BuiltFromSchema<Made> {
  built: Made;
  source: SchemaSource;
  used: LiveSchema;
}

/**
 * Makes something of a module's schema for an operation of ours. Of a platform that does not return its schema, that is the
 * newest form that is known.
 */
export async function withSchema<Made>(
  endpoint: GraphqlEndpoint,
  read: BuildFromSchema<Made>,
  options?: Pick<CallOptions, 'signal'>,
): Promise<Made> {
  return (await buildBySchema(endpoint, ownSchemaSource, read, options)).built;
}

/** Makes something of the schema that the platform returns. @throws IntrospectionRefusedError where it does not */
export async function withIntrospectedSchema<Made>(
  endpoint: GraphqlEndpoint,
  read: BuildFromSchema<Made>,
  options?: Pick<CallOptions, 'signal'>,
): Promise<Made> {
  return (await buildBySchema(endpoint, schemaSource, read, options)).built;
}

/** @param find says where the schema comes from */
export async function buildBySchema<Made>(
  endpoint: GraphqlEndpoint,
  find: typeof schemaSource,
  read: BuildFromSchema<Made>,
  { signal }: Pick<CallOptions, 'signal'> = {},
): Promise<BuiltFromSchema<Made>> {
  for (;;) {
    const source = await find(endpoint, signal);
    const used = source.live;
    const outcome = await tryToBuild(read, used.schema);
    // Its failure, too, may come from what was not returned yet.
    if (await unlessCancelled(source.complete(used), signal)) continue;
    if ('failure' in outcome) throw outcome.failure;
    return { built: outcome.made, source, used };
  }
}

async function tryToBuild<Made>(read: BuildFromSchema<Made>, schema: GraphQLSchema) {
  try {
    return { made: await read(schema) };
  } catch (failure) {
    return { failure };
  }
}

/**
 * Writes documents by a module's schema and reads what the platform answers to them. Where the platform does not return its
 * schema and refuses them, they are written anew without what it refused.
 * @param send sends reads alone, or changes that may be repeated
 */
export async function requestBySchema<Written, Result>(
  endpoint: GraphqlEndpoint,
  write: BuildFromSchema<Written>,
  send: (written: Written) => Promise<Result>,
  options?: Pick<CallOptions, 'signal'>,
): Promise<Result> {
  for (let steps = 0; ; steps++) {
    const { built, source, used } = await buildBySchema(endpoint, ownSchemaSource, write, options);
    try {
      return await send(built);
    } catch (error) {
      if (!(error instanceof GraphqlResponseError) || !error.refusedBeforeExecution) throw error;
      // It fitted our copy of the schema: the platform may have changed meanwhile.
      forgetSchema(endpoint, source);
      if (steps >= MOST_REWRITES || !learnFromRefusal(error, source, used)) throw error;
    }
  }
}

/** Whether a document that is written anew may fit where this one was refused. */
export function learnFromRefusal(
  refusal: GraphqlResponseError,
  source: SchemaSource,
  used: LiveSchema,
): boolean {
  if (!(source instanceof KnownForm) || !isSchemaRefusal(refusal)) return false;
  // Somebody else may have learned meanwhile what this refusal teaches.
  return source.learn(refusal) || source.live !== used;
}

/** The same as `withSchema`, for one whose document was refused that was written without a look at the schema. */
export async function withSchemaAfter<Made>(
  endpoint: GraphqlEndpoint,
  refusal: GraphqlResponseError,
  read: BuildFromSchema<Made>,
  options: CallOptions = {},
): Promise<Made> {
  const source = await ownSchemaSource(endpoint, options.signal);
  if (source instanceof KnownForm && isSchemaRefusal(refusal)) source.learn(refusal);
  return await withSchema(endpoint, read, options);
}

/** The whole schema, also where it is returned in parts alone. @throws IntrospectionRefusedError */
export async function wholeSchema(
  endpoint: GraphqlEndpoint,
  options?: CallOptions,
): Promise<LiveSchema> {
  const everyType = (schema: GraphQLSchema) => {
    for (const type of Object.values(schema.getTypeMap())) resolveType(type);
  };
  return (await buildBySchema(endpoint, schemaSource, everyType, options)).used;
}

function resolveType(type: object): void {
  for (const look of ['getFields', 'getValues', 'getTypes'] as const) {
    const found = (type as Partial<Record<typeof look, () => unknown>>)[look];
    found?.call(type);
  }
}

/** Throws the refusal of a document that does not fit the schema, if some of many reads met one; other failures may stay. */
export function throwFirstSchemaRefusal(
  outcomes: ReadonlyArray<PromiseSettledResult<unknown>>,
): void {
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected' && isSchemaRefusal(outcome.reason)) throw outcome.reason;
  }
}
