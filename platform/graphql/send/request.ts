import { Kind, parse, type SelectionSetNode } from 'graphql';
import { type FileContent, wrapBytes } from '../../common/content/fileContent';
import { UnexpectedResponseError } from '../../common/errors/errors';
import { buildMultipartBody } from '../../http/multipart';

export interface GraphqlRequest {
  query: string;
  variables?: Record<string, unknown>;
  operationName?: string;
  /** Files for variables that are null. With files, the request is a GraphQL multipart request. */
  files?: FileToSend[];
}

interface FileToSend {
  /** The path of the variable, such as `variables.file`. */
  path: string;
  /** The file name if `content` has none. */
  name: string;
  content: FileContent;
}

export type GraphqlData = Record<string, unknown>;

/**
 * Checks the data of a mutation. Data with other fields, for example from a gateway, does not show whether the change was made.
 * @throws UnexpectedResponseError if there is no field, or a field that was not requested
 */
export function requireRequestedFields(
  { query }: GraphqlRequest,
  { host }: URL,
  data: GraphqlData,
): void {
  const names = Object.keys(data);
  const requested = readTopLevelNames(query);
  if (names.length > 0 && names.every((name) => requested.has(name))) return;
  throw new UnexpectedResponseError(`${host} returned data that was not requested`, {
    hint: 'The response may come from a gateway in front of the platform. Check the base URL in the credential.',
  });
}

/** Returns the names or aliases of the root fields, and of the fields of all fragments, because a fragment may contain root fields. */
function readTopLevelNames(query: string): Set<string> {
  const names = new Set<string>();
  const add = ({ selections }: SelectionSetNode) => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) names.add((selection.alias ?? selection.name).value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) add(selection.selectionSet);
    }
  };
  for (const definition of parse(query, { noLocation: true }).definitions) {
    if ('selectionSet' in definition) add(definition.selectionSet);
  }
  return names;
}

/** Servers with protection against CSRF (Apollo, Hot Chocolate) refuse a form without one of these headers. */
const PREFLIGHT_HEADERS = { 'apollo-require-preflight': 'true', 'graphql-preflight': '1' };

/** Builds a GraphQL multipart request: the request itself, a map of files to variables, then the files. */
export function buildFilesBody({ files = [], ...request }: GraphqlRequest) {
  const map = Object.fromEntries(files.map(({ path }, index) => [String(index), [path]]));
  const json = (value: unknown) =>
    wrapBytes(Buffer.from(JSON.stringify(value)), 'application/json');
  const form = buildMultipartBody([
    { name: 'operations', content: json(request) },
    { name: 'map', content: json(map) },
    ...files.map(({ name, content }, index) => ({
      name: String(index),
      fileName: content.fileName ?? name,
      content,
    })),
  ]);
  return { ...form, headers: PREFLIGHT_HEADERS };
}
