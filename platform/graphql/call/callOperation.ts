import type { GraphQLSchema } from 'graphql';
import type { FileContent } from '../../content/fileContent';
import { GraphqlAnswerError, OutcomeUnknownError } from '../../errors';
import { ownValue } from '../../names';
import type { CallOptions, GraphqlEndpoint } from '../endpoint';
import {
  findRootField,
  requireRootField,
  type RootField,
  type RootKind,
} from '../schema/rootFields';
import { forgetSchema, schemaOf } from '../schema/schemaStore';
import { restoreNames } from '../selection/restoreNames';
import { readArguments } from './arguments';
import { callDocument, type Selection } from './callDocument';
import { takeUploads } from './uploads';

export interface Call {
  /** Plain JSON values by argument; for a file the name by which `openFile` knows it. */
  arguments?: Record<string, unknown>;
  selection?: Selection;
  openFile?(name: string): Promise<FileContent>;
}

/** A call that an operation of ours makes. */
export interface KnownCall extends Call {
  /** A mutation whose repetition changes nothing more; it is repeated where its answer was lost. */
  idempotent?: boolean;
  /** For a mutation that is not repeated: where to look whether it was carried out, in a sentence. */
  ifLost?: string;
}

/**
 * Calls the query or mutation that a user chose: `query.<name>` or `mutation.<name>`.
 * @returns what stands under the root field
 * @throws InvalidInputError for what does not fit the live schema, before anything is sent
 */
export async function callOperation(
  endpoint: GraphqlEndpoint,
  rootField: unknown,
  call: Call,
  options: CallOptions = {},
): Promise<unknown> {
  const { schema } = await schemaOf(endpoint, options);
  return await send(endpoint, schema, findRootField(schema, rootField), call, options);
}

/**
 * Calls a root field that an operation of ours needs, asking only for what the live schema has.
 * @returns what stands under it
 * @throws PlatformError naming the root field where the platform lacks it
 */
export async function callKnownOperation(
  endpoint: GraphqlEndpoint,
  kind: RootKind,
  name: string,
  callFor: KnownCall | ((schema: GraphQLSchema, root: RootField) => MaybePromise<KnownCall>) = {},
  options: CallOptions = {},
): Promise<unknown> {
  const { schema } = await schemaOf(endpoint, options);
  const root = requireRootField(schema, kind, name);
  const call = typeof callFor === 'function' ? await callFor(schema, root) : callFor;
  return await send(endpoint, schema, root, call, options);
}

type MaybePromise<T> = T | Promise<T>;

async function send(
  endpoint: GraphqlEndpoint,
  schema: GraphQLSchema,
  root: RootField,
  call: KnownCall,
  options: CallOptions,
): Promise<unknown> {
  const given = readArguments(root, call.arguments ?? {}, options.secrets);
  const selection = call.selection ?? { mode: 'auto' };
  const { text: query, names } = callDocument(schema, root, Object.keys(given), selection);
  const { variables, uploads } = takeUploads(root, given);
  const files = await Promise.all(
    uploads.map(async ({ path, name }) => ({ path, name, content: await open(call, name) })),
  );
  try {
    const data = await endpoint[sendingOf(root, call)]({ query, variables, files }, options);
    return restoreNames(ownValue(data, root.name), names);
  } catch (error) {
    // A document that was valid by our copy of the schema: the platform may have changed meanwhile.
    if (error instanceof GraphqlAnswerError && error.refusedBeforeExecution) forgetSchema(endpoint);
    throw error instanceof OutcomeUnknownError && call.ifLost
      ? error.lookingAt(call.ifLost)
      : error;
  }
}

function sendingOf({ kind }: RootField, { idempotent }: KnownCall) {
  if (kind === 'query') return 'query';
  return idempotent ? 'mutateIdempotent' : 'mutate';
}

async function open({ openFile }: Call, name: string): Promise<FileContent> {
  if (!openFile) throw new TypeError('This call takes no files');
  return await openFile(name);
}
