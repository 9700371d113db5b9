import type { GraphQLSchema } from 'graphql';
import type { FileContent } from '../../common/content/fileContent';
import { OutcomeUnknownError, PlatformError } from '../../common/errors/errors';
import { readIdentifier, withArticle } from '../../common/input/identifiers';
import { ownValue } from '../../common/text/names';
import { isObject, toText } from '../../common/text/values';
import { buildField } from '../document/document';
import { queryBatched } from '../read/queryBatched';
import { failOnFalse, NotDoneError, unexpectedValueError } from '../read/result';
import { prepareBySchema, requestBySchema } from '../schema/bySchema';
import {
  parseRootField,
  requireRootField,
  listRootNames,
  type RootField,
  type RootKind,
  type RootName,
} from '../schema/rootFields';
import { restoreNames } from '../selection/members';
import { selectSupported, type WrittenFields } from '../selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../send/endpoint';
import { extractUploads, readArguments, type UploadVariable } from './arguments';
import { writeCallDocument, type SelectionChoice } from './callDocument';
import { buildIdArgument } from './commonArguments';

export interface ChosenCall {
  /** Plain JSON values by argument; for a file, the name to pass to `openFile`. */
  arguments?: Record<string, unknown>;
  /** Default: automatic. */
  selection?: SelectionChoice;
  openFile?(name: string): Promise<FileContent>;
}

export interface RootFieldCall extends ChosenCall {
  /** True if repeating the mutation changes nothing more. It is repeated if its response was lost. */
  idempotent?: boolean;
  /** For a mutation that is not repeated: tells the user where to see whether it was carried out, without a period at the end. */
  ifLost?: string;
  /** True if a call that was carried out always returns a result. Without a result, the outcome is unknown. */
  returnsResult?: boolean;
}

type CallOrBuild =
  | RootFieldCall
  | ((schema: GraphQLSchema, root: RootField) => RootFieldCall | Promise<RootFieldCall>);

/** @returns the value of the root field */
export type PreparedCall = () => Promise<unknown>;

/**
 * @param callOrBuild the call, or a function that returns the call for the live schema
 * @returns the value of the root field
 * @throws PlatformError with the name of the root field if the platform lacks it
 */
export async function callRootField(
  endpoint: GraphqlEndpoint,
  kind: RootKind,
  name: RootName,
  callOrBuild: CallOrBuild = {},
  options: CallOptions = {},
): Promise<unknown> {
  const send = await prepareRootField(endpoint, kind, name, callOrBuild, options);
  return await send();
}

/** Prepares a call, so that the caller can check many calls before it sends the first one. */
export async function prepareRootField(
  endpoint: GraphqlEndpoint,
  kind: RootKind,
  name: RootName,
  callOrBuild: CallOrBuild = {},
  options: CallOptions = {},
): Promise<PreparedCall> {
  const find = (schema: GraphQLSchema) => requireRootField(schema, kind, name);
  return await prepareCall(endpoint, find, callOrBuild, options);
}

/**
 * Prepares the query or mutation that a user chose.
 * @param rootField `query.<name>` or `mutation.<name>`
 * @throws InvalidInputError if the call does not fit the live schema
 */
export async function prepareChosenRootField(
  endpoint: GraphqlEndpoint,
  rootField: unknown,
  call: ChosenCall,
  options: CallOptions = {},
): Promise<PreparedCall> {
  const find = (schema: GraphQLSchema) => parseRootField(schema, rootField);
  return await prepareCall(endpoint, find, call, options);
}

interface WrittenCall {
  name: string;
  method: 'query' | 'mutate' | 'mutateIdempotent';
  document: string;
  variables: Record<string, unknown>;
  uploads: UploadVariable[];
  call: RootFieldCall;
}

async function prepareCall(
  endpoint: GraphqlEndpoint,
  find: (schema: GraphQLSchema) => RootField,
  callOrBuild: CallOrBuild,
  options: CallOptions,
): Promise<PreparedCall> {
  const write = async (schema: GraphQLSchema): Promise<WrittenCall> => {
    const root = find(schema);
    const call = typeof callOrBuild === 'function' ? await callOrBuild(schema, root) : callOrBuild;
    const values = readArguments(root, call.arguments ?? {}, options.secrets);
    const document = writeCallDocument(schema, root, Object.keys(values), call.selection);
    const change = call.idempotent ? 'mutateIdempotent' : 'mutate';
    const method = root.kind === 'query' ? 'query' : change;
    return { name: root.name, method, document, call, ...extractUploads(values) };
  };
  const send = async (written: WrittenCall) => await sendCall(endpoint, written, options);
  const mayRepeat = ({ method }: WrittenCall) => method !== 'mutate';
  return await prepareBySchema({ endpoint, write, send, mayRepeat }, options);
}

async function sendCall(
  endpoint: GraphqlEndpoint,
  { name, method, document, variables, uploads, call }: WrittenCall,
  options: CallOptions,
): Promise<unknown> {
  const openFile = async (upload: UploadVariable) => {
    if (!call.openFile) throw new TypeError('This call takes no files');
    return { ...upload, content: await call.openFile(upload.name) };
  };
  const files = await Promise.all(uploads.map(openFile));
  try {
    const data = await endpoint[method]({ query: document, variables, files }, options);
    const value = restoreNames(ownValue(data, name), document);
    if (call.returnsResult && (value === null || value === undefined)) {
      throw new OutcomeUnknownError(unexpectedValueError(name, 'a result', value));
    }
    return value;
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError) || !call.ifLost) throw error;
    throw new OutcomeUnknownError(error.failure, `${call.ifLost}.`);
  }
}

export interface CallById extends Pick<RootFieldCall, 'idempotent' | 'ifLost'> {
  kind: RootKind;
  name: RootName;
  /** The kind of entity, such as "app". */
  noun: string;
  /** Fields that the platform lacks are left out. */
  fields: WrittenFields;
  /** Arguments besides the ID. Empty ones are left out. */
  more?: Record<string, unknown>;
  /** True if the call creates another entity, such as a copy. The response then has another ID. */
  createsEntity?: boolean;
}

/** @throws PlatformError if a query returns no entity, or if a mutation returns false */
export async function callById<Result extends object>(
  endpoint: GraphqlEndpoint,
  call: CallById,
  entityId: unknown,
  options?: CallOptions,
): Promise<Result> {
  const send = await prepareCallById<Result>(endpoint, call, entityId, options);
  return await send();
}

export async function prepareCallById<Result extends object>(
  endpoint: GraphqlEndpoint,
  { kind, name, noun, fields, more, idempotent, ifLost, createsEntity = false }: CallById,
  entityId: unknown,
  options?: CallOptions,
): Promise<() => Promise<Result>> {
  const id = readIdentifier(entityId, noun);
  const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => ({
    arguments: { ...more, ...buildIdArgument(root, noun, id) },
    selection: { mode: 'supported', text: fields },
    idempotent,
    ifLost,
    returnsResult: createsEntity,
  });
  const [newestName] = listRootNames(name);
  const checked = failOnFalse(newestName, () => notDoneError(newestName, noun, id), options);
  const send = await prepareRootField(endpoint, kind, name, call, checked);
  return async () => {
    const result = await send();
    // Some platforms return only "true" for a change.
    const entity = isObject(result) || kind === 'query' ? result : {};
    if (!isObject(entity)) throw unknownEntityError(noun, id);
    const isChanged = kind === 'mutation' && !createsEntity;
    return (isChanged ? addMissingId(entity, id) : entity) as Result;
  };
}

export function unknownEntityError(noun: string, id: string): PlatformError {
  return new PlatformError(`The platform has no ${noun} with the ID ${id}`, {
    hint: `Choose the ${noun} again from the list. It may have been deleted.`,
    code: 'NOT_FOUND',
  });
}

function notDoneError(name: string, noun: string, id: string): NotDoneError {
  return new NotDoneError(
    `The platform did not do "${name}" for the ${noun} ${id}`,
    `Check that ${withArticle(noun)} with this ID exists and that this login has the right to do this.`,
  );
}

/** Adds the ID, which some platforms leave out in the response to a change. */
export function addMissingId<Result extends { id?: unknown }>(result: Result, id: string): Result {
  return toText(result.id) === undefined ? { ...result, id } : result;
}

interface EntityQuery {
  name: RootName;
  /** The kind of entity, such as "project". */
  noun: string;
  /** Undefined for the platform itself. */
  id: string | undefined;
  /** Fields that the platform lacks are left out. */
  fields: WrittenFields;
}

/**
 * Reads one entity. Simultaneous reads share a request.
 * @param buildQuery returns the query for the live schema, or undefined if nothing is to be read
 * @returns the value of the root field; undefined if `buildQuery` returns undefined
 * @throws UnsupportedError if the platform lacks the root field
 */
export async function readOneEntity(
  endpoint: GraphqlEndpoint,
  buildQuery: (schema: GraphQLSchema) => EntityQuery | undefined,
  options?: CallOptions,
): Promise<unknown> {
  const write = (schema: GraphQLSchema) => {
    const query = buildQuery(schema);
    if (!query) return undefined;
    const root = requireRootField(schema, 'query', query.name);
    const select = selectSupported(schema, root.field.type, query.fields);
    const byId = query.id === undefined ? {} : buildIdArgument(root, query.noun, query.id);
    return buildField(root.name, { arguments: byId, select });
  };
  const send = async (query: ReturnType<typeof write>) =>
    query && (await queryBatched(endpoint, query, options));
  return await requestBySchema(endpoint, write, send, options);
}
