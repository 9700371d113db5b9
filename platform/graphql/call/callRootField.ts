import { parse, validate, type GraphQLOutputType, type GraphQLSchema } from 'graphql';
import type { FileContent } from '../../content/fileContent';
import { InvalidInputError, OutcomeUnknownError } from '../../errors/errors';
import { ownValue } from '../../text/names';
import { field, printSelections } from '../document/document';
import { parseSelectionSet, problemLines } from '../document/parseText';
import { queryBatched } from '../read/queryBatched';
import { prepareBySchema, requestBySchema } from '../schema/bySchema';
import {
  findRootField,
  requireRootField,
  type RootField,
  type RootKind,
  type RootName,
} from '../schema/rootFields';
import { keptBySchema } from '../schema/schemaStore';
import { autoSelection } from '../selection/auto';
import { restoreNames } from '../selection/members';
import { supportedSelection, type WrittenFields } from '../selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../send/endpoint';
import { extractUploads, readArguments, type UploadPlace } from './arguments';
import { idArgument } from './commonArguments';

/** The fields that are requested. */
export type SelectionChoice =
  | { mode: 'auto' }
  /** A user's selection set. */
  | { mode: 'custom'; text: string }
  /** A selection set of ours. Fields that this platform lacks are left out. */
  | { mode: 'supported'; text: WrittenFields };

/** A call that a user chose. */
export interface ChosenCall {
  /** Plain JSON values by argument; for a file the name by which `openFile` knows it. */
  arguments?: Record<string, unknown>;
  /** Default: automatic. */
  selection?: SelectionChoice;
  openFile?(name: string): Promise<FileContent>;
}

/** A call that an operation of ours makes. */
export interface RootFieldCall extends ChosenCall {
  /** True if repeating the mutation changes nothing more. It is repeated if its response was lost. */
  idempotent?: boolean;
  /** For a mutation that is not repeated: tells the user where to look whether it was carried out, in a sentence. */
  ifLost?: string;
}

type CallFor =
  | RootFieldCall
  | ((schema: GraphQLSchema, root: RootField) => RootFieldCall | Promise<RootFieldCall>);

/** Sends a call that fits the live schema, and returns the value of its root field. */
export type PreparedCall = () => Promise<unknown>;

/**
 * Calls a root field that an operation of ours needs, and requests only what the live schema has.
 * @returns the value of the root field
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

/** Prepares such a call, so that many can be checked before the first one is sent. */
export async function prepareRootField(
  endpoint: GraphqlEndpoint,
  kind: RootKind,
  name: RootName,
  callFor: CallFor = {},
  options: CallOptions = {},
): Promise<PreparedCall> {
  const find = (schema: GraphQLSchema) => requireRootField(schema, kind, name);
  return await prepareCall(endpoint, find, callFor, options);
}

/**
 * Prepares the query or mutation that a user chose.
 * @param rootField `query.<name>` or `mutation.<name>`
 * @throws InvalidInputError if something does not fit the live schema
 */
export async function prepareChosenRootField(
  endpoint: GraphqlEndpoint,
  rootField: unknown,
  call: ChosenCall,
  options: CallOptions = {},
): Promise<PreparedCall> {
  const find = (schema: GraphQLSchema) => findRootField(schema, rootField);
  return await prepareCall(endpoint, find, call, options);
}

/** A call as it is sent. */
interface WrittenCall {
  name: string;
  method: 'query' | 'mutate' | 'mutateIdempotent';
  document: string;
  variables: Record<string, unknown>;
  uploads: UploadPlace[];
  call: RootFieldCall;
}

async function prepareCall(
  endpoint: GraphqlEndpoint,
  find: (schema: GraphQLSchema) => RootField,
  callFor: CallFor,
  options: CallOptions,
): Promise<PreparedCall> {
  const write = async (schema: GraphQLSchema): Promise<WrittenCall> => {
    const root = find(schema);
    const call = typeof callFor === 'function' ? await callFor(schema, root) : callFor;
    const values = readArguments(root, call.arguments ?? {}, options.secrets);
    const document = callDocument(schema, root, Object.keys(values), call.selection);
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
  const openFile = async (upload: UploadPlace) => {
    if (!call.openFile) throw new TypeError('This call takes no files');
    return { ...upload, content: await call.openFile(upload.name) };
  };
  const files = await Promise.all(uploads.map(openFile));
  try {
    const data = await endpoint[method]({ query: document, variables, files }, options);
    return restoreNames(ownValue(data, name), document);
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError) || !call.ifLost) throw error;
    throw error.withWhereToLook(call.ifLost);
  }
}

const documents = keptBySchema<string>();

/**
 * Returns the text of a document that calls one root field, with its arguments as variables of the schema's own types.
 * Built and validated once for all items with the same arguments and selection.
 * @throws InvalidInputError for a selection that the schema does not allow, with the schema's suggestions
 */
export function callDocument(
  schema: GraphQLSchema,
  { kind, name, field }: RootField,
  argumentNames: readonly string[],
  selection: SelectionChoice = { mode: 'auto' },
): string {
  const key = JSON.stringify([kind, name, argumentNames, selection]);
  return documents(schema, key, () => {
    const used = field.args.filter((argument) => argumentNames.includes(argument.name));
    const variables = used.map((argument) => `$${argument.name}: ${String(argument.type)}`);
    const values = used.map((argument) => `${argument.name}: $${argument.name}`);
    const select = selectFields(schema, field.type, selection);
    const fields = select ? ` ${printSelections(select)}` : '';
    const document = `${kind}${inParentheses(variables)} { ${name}${inParentheses(values)}${fields} }`;
    requireValid(schema, document);
    return document;
  });
}

function selectFields(schema: GraphQLSchema, type: GraphQLOutputType, selection: SelectionChoice) {
  switch (selection.mode) {
    case 'auto':
      return autoSelection(schema, type);
    case 'custom':
      return parseSelectionSet(selection.text);
    case 'supported':
      return supportedSelection(schema, type, selection.text);
  }
}

function inParentheses(parts: readonly string[]): string {
  return parts.length > 0 ? `(${parts.join(', ')})` : '';
}

function requireValid(schema: GraphQLSchema, document: string): void {
  const problems = validate(schema, parse(document));
  if (problems.length === 0) return;
  throw new InvalidInputError(
    'The selection does not match the platform’s schema',
    `${problemLines(problems.map(({ message }) => message))}\nNothing was sent.`,
  );
}

/** A query of one entity. */
interface OneEntity {
  name: RootName;
  /** For messages, such as "project". */
  what: string;
  /** Undefined for the platform itself. */
  id: string | undefined;
  /** Fields that the platform lacks are left out. */
  fields: WrittenFields;
}

/**
 * Reads one entity. Reads of the same moment share a request.
 * @param find returns the query by the live schema, or undefined if the platform has none
 * @returns undefined if the platform has no such query
 * @throws UnsupportedError if the platform lacks the root field
 */
export async function readOneEntity(
  endpoint: GraphqlEndpoint,
  find: (schema: GraphQLSchema) => OneEntity | undefined,
  options?: CallOptions,
): Promise<unknown> {
  const write = (schema: GraphQLSchema) => {
    const query = find(schema);
    if (!query) return undefined;
    const root = requireRootField(schema, 'query', query.name);
    const select = supportedSelection(schema, root.field.type, query.fields);
    const byId = query.id === undefined ? {} : idArgument(root, query.what, query.id);
    return field(root.name, { arguments: byId, select });
  };
  const send = async (query: ReturnType<typeof write>) =>
    query && (await queryBatched(endpoint, query, options));
  return await requestBySchema(endpoint, write, send, options);
}
