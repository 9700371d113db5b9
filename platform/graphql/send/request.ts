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
  /** Path of its variable, such as `variables.file`. */
  path: string;
  name: string;
  content: FileContent;
}

export type GraphqlData = Record<string, unknown>;

/**
 * Returns the data of a response if each of its fields was requested. Other data, for example from a gateway, does not tell
 * whether a mutation was carried out.
 * @throws UnexpectedResponseError
 */
export function requireRequestedFields(
  { query }: GraphqlRequest,
  { host }: URL,
  data: GraphqlData,
): GraphqlData {
  const names = Object.keys(data);
  const requested = topLevelNames(query);
  if (names.length > 0 && names.every((name) => requested.has(name))) return data;
  throw new UnexpectedResponseError(`${host} returned something else than what was requested`, {
    hint: 'The response may come from a gateway in front of the platform. Check the base URL in the credential.',
    effect: 'unknown',
  });
}

/** Returns the names of the fields at the top of a response. Includes those of every fragment, wherever it is used. */
function topLevelNames(query: string): Set<string> {
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

/** The GraphQL multipart request: the request itself, a map of which file belongs where, then the files. */
export function filesBody({ files = [], ...request }: GraphqlRequest) {
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
