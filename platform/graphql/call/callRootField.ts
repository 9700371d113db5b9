import type { GraphQLSchema } from 'graphql';
import type { FileContent } from '../../content/fileContent';
import { GraphqlResponseError, OutcomeUnknownError, PlatformError } from '../../errors/errors';
import { MOST_REWRITES } from '../../http/limits';
import { ownValue } from '../../text/names';
import type { CallOptions, GraphqlEndpoint } from '../send/endpoint';
import { withFewerLevels, type DeepRead } from '../parts/withFewerLevels';
import { queryBatched } from '../read/queryBatched';
import { buildBySchema, learnFromRefusal, type BuildFromSchema } from '../schema/bySchema';
import { provesNotExecuted } from '../schema/knownForm';
import {
  findRootField,
  requireRootField,
  type RootField,
  type RootKind,
  type RootName,
} from '../schema/rootFields';
import type { SchemaSource } from '../schema/schemaSource';
import {
  forgetSchema,
  forgetUnlessFresh,
  ownSchemaSource,
  schemaIfKnown,
  schemaSource,
} from '../schema/schemaStore';
import { restoreNames } from '../selection/restoreNames';
import { readArguments } from './arguments';
import {
  callDocument,
  smallerDocument,
  type CallDocument,
  type SelectionChoice,
} from './callDocument';
import { extractUploads, type UploadPlace } from './uploads';

export interface ChosenCall {
  /** Plain JSON values by argument; for a file the name by which `openFile` knows it. */
  arguments?: Record<string, unknown>;
  selection?: SelectionChoice;
  openFile?(name: string): Promise<FileContent>;
}

/** A call that an operation of ours makes. */
export interface RootFieldCall extends ChosenCall {
  /** A mutation whose repetition changes nothing more; it is repeated where its response was lost. */
  idempotent?: boolean;
  /** For a mutation that is not repeated: where to look whether it was carried out, in a sentence. */
  ifLost?: string;
}

/** A call that fits the live schema and has not been sent; sends it and gives what stands under the root field. */
export type PreparedCall = () => Promise<unknown>;

/**
 * The query or mutation that a user chose, `query.<name>` or `mutation.<name>`, up to the point where it is sent, so that many
 * can be checked before the first one is.
 * @throws InvalidInputError for what does not fit the live schema
 */
export async function prepareChosenRootField(
  endpoint: GraphqlEndpoint,
  rootField: unknown,
  call: ChosenCall,
  options: CallOptions = {},
): Promise<PreparedCall> {
  return await prepareCall(endpoint, options, schemaSource, (schema) =>
    write(schema, findRootField(schema, rootField), call, options),
  );
}

/**
 * Calls a root field that an operation of ours needs, asking only for what the live schema has.
 * @returns what stands under it
 * @throws PlatformError naming the root field where the platform lacks it
 */
export async function callRootField(
  endpoint: GraphqlEndpoint,
  kind: RootKind,
  name: RootName,
  callFor: CallFor = {},
  options: CallOptions = {},
): Promise<unknown> {
  const send = await prepareRootField(endpoint, kind, name, callFor, options);
  return await send();
}

/** The same up to the point where it is sent, so that many can be checked before the first one is. */
export async function prepareRootField(
  endpoint: GraphqlEndpoint,
  kind: RootKind,
  name: RootName,
  callFor: CallFor = {},
  options: CallOptions = {},
): Promise<PreparedCall> {
  return await prepareCall(endpoint, options, ownSchemaSource, async (schema) => {
    const root = requireRootField(schema, kind, name);
    const call = typeof callFor === 'function' ? await callFor(schema, root) : callFor;
    return write(schema, root, call, options);
  });
}

type CallFor =
  RootFieldCall | ((schema: GraphQLSchema, root: RootField) => MaybePromise<RootFieldCall>);
type MaybePromise<T> = T | Promise<T>;

/** A call as it is sent. */
interface WrittenCall {
  root: RootField;
  call: RootFieldCall;
  document: CallDocument;
  variables: Record<string, unknown>;
  uploads: UploadPlace[];
}

type Write = BuildFromSchema<WrittenCall>;

async function prepareCall(
  endpoint: GraphqlEndpoint,
  options: CallOptions,
  find: typeof schemaSource,
  writeFor: Write,
): Promise<PreparedCall> {
  let last: SchemaSource | undefined;
  const write = async () => {
    const findOne: typeof schemaSource = async (...given) => (last = await find(...given));
    return await buildBySchema(endpoint, findOne, writeFor, options);
  };
  const first = await write().catch(async (error: unknown) => {
    if (!isMissingInSchema(error) || !last || !forgetUnlessFresh(endpoint, last)) throw error;
    return await write();
  });
  return async () => {
    let written = first;
    for (let steps = 0; ; steps++) {
      try {
        return await send(endpoint, written.built, options);
      } catch (error) {
        // A document that was valid by our copy of the schema: the platform may have changed meanwhile.
        if (!(error instanceof GraphqlResponseError) || !error.refusedBeforeExecution) throw error;
        const { source, used, built } = written;
        forgetSchema(endpoint, source);
        const hasLearned = learnFromRefusal(error, source, used);
        const isSafe = mayBeSentAgain(built) || (hasLearned && provesNotExecuted(error));
        if (!isSafe || steps >= (hasLearned ? MOST_REWRITES : 1)) throw error;
        // What the platform lacks says more than its refusal does, where that was learned from it.
        const again = await write().catch((failure: unknown) => {
          throw hasLearned || isMissingInSchema(failure) ? failure : error;
        });
        if (isSame(again.built, built)) throw error;
        written = again;
      }
    }
  };
}

function isSame(one: WrittenCall, other: WrittenCall): boolean {
  const variablesOf = ({ variables }: WrittenCall) => JSON.stringify(variables);
  return one.document.text === other.document.text && variablesOf(one) === variablesOf(other);
}

/** What is not in a schema may be in a newer one. */
function isMissingInSchema(error: unknown): boolean {
  return error instanceof PlatformError && error.reach === 'never';
}

function write(
  schema: GraphQLSchema,
  root: RootField,
  call: RootFieldCall,
  { secrets }: CallOptions,
): WrittenCall {
  const given = readArguments(root, call.arguments ?? {}, secrets);
  const selection = call.selection ?? { mode: 'auto' };
  const document = callDocument(schema, root, Object.keys(given), selection);
  return { root, call, document, ...extractUploads(root, given) };
}

async function send(
  endpoint: GraphqlEndpoint,
  { root, call, document, variables, uploads }: WrittenCall,
  options: CallOptions,
): Promise<unknown> {
  const files = await Promise.all(
    uploads.map(async ({ path, name }) => ({ path, name, content: await openUpload(call, name) })),
  );
  const ask = async (query: string) => {
    const data = await endpoint[sendMethodOf(root, call)]({ query, variables, files }, options);
    return ownValue(data, root.name);
  };
  const sendWhole = async () => await ask(document.text);
  try {
    const asking = { ask, variables, options };
    const response = await withFewerLevels(deepRead(endpoint, root, document, asking), sendWhole);
    return restoreNames(response, document.names);
  } catch (error) {
    throw error instanceof OutcomeUnknownError && call.ifLost
      ? error.withWhereToLook(call.ifLost)
      : error;
  }
}

interface DocumentToSend {
  ask(query: string): Promise<unknown>;
  variables: Record<string, unknown>;
  options: CallOptions;
}

function deepRead(
  endpoint: GraphqlEndpoint,
  root: RootField,
  { select = [] }: CallDocument,
  { ask, variables, options: { signal, secrets } }: DocumentToSend,
): DeepRead {
  return {
    kind: root.kind,
    address: endpoint.url,
    schema: schemaIfKnown(endpoint),
    name: root.name,
    select,
    readFewerFields: async (less) => await ask(smallerDocument(root, Object.keys(variables), less)),
    readRootField: async (node) => await queryBatched(endpoint, node, { signal, secrets }),
  };
}

function sendMethodOf({ kind }: RootField, { idempotent }: RootFieldCall) {
  if (kind === 'query') return 'query';
  return idempotent ? 'mutateIdempotent' : 'mutate';
}

function mayBeSentAgain({ root, call }: WrittenCall): boolean {
  return sendMethodOf(root, call) !== 'mutate';
}

async function openUpload({ openFile }: ChosenCall, name: string): Promise<FileContent> {
  if (!openFile) throw new TypeError('This call takes no files');
  return await openFile(name);
}
