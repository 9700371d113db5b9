import { Kind, parse, type SelectionSetNode } from 'graphql';
import { type FileContent, bytesContent } from '../../common/content/fileContent';
import { UnexpectedResponseError } from '../../common/errors/errors';
import { multipartBody } from '../../http/multipart';

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
  name: string;
  content: FileContent;
}

export type GraphqlData = Record<string, unknown>;

/**
 * Data with other fields, for example from a gateway, does not show whether a mutation was carried out.
 * @throws UnexpectedResponseError if a field was not requested
 */
export function requireRequestedFields(
  { query }: GraphqlRequest,
  { host }: URL,
  data: GraphqlData,
): GraphqlData {
  const names = Object.keys(data);
  const requested = readTopLevelNames(query);
  if (names.length > 0 && names.every((name) => requested.has(name))) return data;
  throw new UnexpectedResponseError(`${host} returned something else than what was requested`, {
    hint: 'The response may come from a gateway in front of the platform. Check the base URL in the credential.',
    effect: 'unknown',
  });
}

/** Also returns the names in every fragment, wherever it is used. */
function readTopLevelNames(query: string): Set<string> {
  const names = new Set<string>();
  const add = ({ selections }: SelectionSetNode) => {
    for (const one of selections) {
      if (one.kind === Kind.FIELD) names.add((one.alias ?? one.name).value);
      else if (one.kind === Kind.INLINE_FRAGMENT) add(one.selectionSet);
    }
  };
  for (const definition of parse(query, { noLocation: true }).definitions) {
    if ('selectionSet' in definition) add(definition.selectionSet);
  }
  return names;
}

/** Servers that protect themselves against CSRF (Apollo, Hot Chocolate) refuse a form without one of these. */
const PREFLIGHT = { 'apollo-require-preflight': 'true', 'graphql-preflight': '1' };

/** A GraphQL multipart request contains the request, a map of files to variables, then the files. */
export function buildFilesBody({ files = [], ...request }: GraphqlRequest) {
  const map = Object.fromEntries(files.map(({ path }, index) => [String(index), [path]]));
  const json = (value: unknown) =>
    bytesContent(Buffer.from(JSON.stringify(value)), 'application/json');
  const form = multipartBody([
    { name: 'operations', content: json(request) },
    { name: 'map', content: json(map) },
    ...files.map(({ name, content }, index) => ({
      name: String(index),
      fileName: content.fileName ?? name,
      content,
    })),
  ]);
  return { ...form, headers: PREFLIGHT };
}
