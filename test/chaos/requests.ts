import type { IncomingHttpHeaders } from 'node:http';

/** What a request is for, as far as accidents tell requests apart. */
export type Route =
  | 'login'
  | 'introspection'
  | 'probe'
  | 'look'
  | 'query'
  | 'mutation'
  | 'upload'
  | 'delete'
  | 'listing'
  | 'file'
  | 'settings'
  | 'package'
  | 'cluster'
  | 'unknown';

export interface ChaosRequest {
  route: Route;
  method: string;
  /** Below the platform's own base path. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The text of the body, or of the GraphQL operations in it. */
  text: string;
  /** When its head had come, epoch milliseconds. */
  atMs: number;
}

/** What is sent back where nothing goes wrong. */
export interface ChaosAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer | string;
}

/** The GraphQL request in a JSON body or in the first part of a form. */
export function graphqlText(body: Buffer, contentType = ''): string {
  if (!contentType.startsWith('multipart/')) return body.toString('utf8');
  const text = body.toString('utf8');
  return /name="operations"[^]*?\r\n\r\n([^]*?)\r\n--/.exec(text)?.[1] ?? '';
}

export function routeOf(method: string, path: string, text: string): Route {
  if (path.startsWith('/authentication/')) return 'login';
  if (path.includes('/graphql')) return graphqlRoute(text);
  if (path.startsWith('/conf/upload/')) return 'upload';
  if (path.startsWith('/conf/')) return method === 'DELETE' ? 'delete' : 'unknown';
  if (path.startsWith('/settings/')) return 'settings';
  if (path.includes('/artifact/')) return 'package';
  if (path.startsWith('/kubernetes/')) return 'cluster';
  if (path.startsWith('/configuration/')) return path.includes('?path=') ? 'listing' : 'file';
  return 'unknown';
}

function graphqlRoute(text: string): Route {
  if (/__schema|__type\(/.test(text)) return 'introspection';
  if (text.includes('CanReadVariables') || /^\{"query":"\{ *__typename *\}"/.test(text))
    return 'probe';
  if (/"query":"(?:\\n|\s)*mutation/.test(text)) return 'mutation';
  return /[jJ]obInstance|pipelineInstance|instances/.test(text) ? 'look' : 'query';
}
