import type { GraphQLSchema } from 'graphql';
import type { FileContent } from '../../content/fileContent';
import { OutcomeUnknownError } from '../../errors/errors';
import { ownValue } from '../../text/names';
import type { CallOptions, GraphqlEndpoint } from '../send/endpoint';
import { prepareBySchema, type BuildFromSchema, requestBySchema } from '../schema/bySchema';
import {
  findRootField,
  requireRootField,
  type RootField,
  type RootKind,
  type RootName,
} from '../schema/rootFields';
import { restoreNames } from '../selection/members';
import { readArguments, extractUploads, type UploadPlace } from './arguments';
import { callDocument, type SelectionChoice } from './callDocument';
import { idArgument } from './commonArguments';
import { field, printSelections } from '../document/document';
import { queryBatched } from '../read/queryBatched';
import { supportedSelection, type WrittenFields } from '../selection/supported';

export interface ChosenCall {
  /** Plain JSON values by argument; for a file the name by which `openFile` knows it. */
  arguments?: Record<string, unknown>;
  selection?: SelectionChoice;
  openFile?(name: string): Promise<FileContent>;
}

/** A call that an operation of ours makes. */
export interface RootFieldCall extends ChosenCall {
  /** A mutation whose repetition changes nothing more; it is repeated if its response was lost. */
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
  return await prepareCall(endpoint, options, (schema) =>
    write(schema, findRootField(schema, rootField), call, options),
  );
}

/**
 * Calls a root field that an operation of ours needs, asking only for what the live schema has.
 * @returns what stands under it
 * @throws PlatformError naming the root field if the platform lacks it
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
  return await prepareCall(endpoint, options, async (schema) => {
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
  document: string;
  variables: Record<string, unknown>;
  uploads: UploadPlace[];
}

async function prepareCall(
  endpoint: GraphqlEndpoint,
  options: CallOptions,
  writeFor: BuildFromSchema<WrittenCall>,
): Promise<PreparedCall> {
  const sendIt = async (written: WrittenCall) => await send(endpoint, written, options);
  const task = { endpoint, write: writeFor, send: sendIt, mayRepeat: mayBeSentAgain };
  return await prepareBySchema(task, options);
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
  return { root, call, document, ...extractUploads(given) };
}

async function send(
  endpoint: GraphqlEndpoint,
  { root, call, document, variables, uploads }: WrittenCall,
  options: CallOptions,
): Promise<unknown> {
  const files = await Promise.all(
    uploads.map(async ({ path, name }) => ({ path, name, content: await openUpload(call, name) })),
  );
  try {
    const request = { query: document, variables, files };
    const data = await endpoint[sendMethodOf(root, call)](request, options);
    return restoreNames(ownValue(data, root.name), document);
  } catch (error) {
    throw error instanceof OutcomeUnknownError && call.ifLost
      ? error.withWhereToLook(call.ifLost)
      : error;
  }
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

/** A root query field that is about one thing. */
interface OneEntity {
  name: RootName;
  /** What the ID is of, as "project". */
  what: string;
  /** Undefined: it is about the platform itself. */
  id: string | undefined;
  /** The fields that matter; those that the platform lacks are left out. */
  fields: WrittenFields;
}

/**
 * Reads a root query field about one thing. What is asked for at the same moment shares a request.
 * @param find says what is to be read by the live schema; undefined if the platform has nothing of it
 * @returns undefined if nothing is to be read
 * @throws UnsupportedError if the platform lacks the root field
 */
export async function readOneEntity(
  endpoint: GraphqlEndpoint,
  find: (schema: GraphQLSchema) => OneEntity | undefined,
  options?: CallOptions,
): Promise<unknown> {
  const write = (schema: GraphQLSchema) => {
    const asked = find(schema);
    if (!asked) return undefined;
    const { name, what, id, fields } = asked;
    const root = requireRootField(schema, 'query', name);
    const select = supportedSelection(schema, root.field.type, fields);
    const byId = id === undefined ? {} : { arguments: idArgument(root, what, id) };
    const node = field(root.name, { ...byId, select });
    return { node, selected: printSelections(select ?? []) };
  };
  type Written = ReturnType<typeof write>;
  const ask = async (written: Written) => {
    if (!written) return undefined;
    return restoreNames(await queryBatched(endpoint, written.node, options), written.selected);
  };
  return await requestBySchema(endpoint, write, ask, options);
}
