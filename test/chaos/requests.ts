import type { ReceivedRequest } from '../support/rawServer';

/** Purpose of a request. Faults depend on it. */
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

/** A request whose path does not include the base path. */
export interface ChaosRequest extends ReceivedRequest {
  route: Route;
  /** The body. If it is a form, its GraphQL operations. */
  text: string;
}

export interface ChaosAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer | string;
}

export function chaosRequest(received: ReceivedRequest, basePath: string): ChaosRequest {
  const path = received.path.slice(basePath.length);
  const isForm = received.headers['content-type']?.startsWith('multipart/');
  const [, operations = ''] =
    /name="operations"[^]*?\r\n\r\n([^]*?)\r\n--/.exec(received.body) ?? [];
  const text = isForm ? operations : received.body;
  return { ...received, path, text, route: findRoute(received.method, path, text) };
}

function findRoute(method: string, path: string, text: string): Route {
  if (path.startsWith('/authentication/')) return 'login';
  if (path.includes('/graphql')) return findGraphqlRoute(text);
  if (path.startsWith('/conf/upload/')) return 'upload';
  if (path.startsWith('/conf/')) return method === 'DELETE' ? 'delete' : 'unknown';
  if (path.startsWith('/settings/')) return 'settings';
  if (path.includes('/artifact/')) return 'package';
  if (path.startsWith('/kubernetes/')) return 'cluster';
  if (path.startsWith('/configuration/')) return path.includes('?path=') ? 'listing' : 'file';
  return 'unknown';
}

function findGraphqlRoute(text: string): Route {
  if (/__schema|__type\(/.test(text)) return 'introspection';
  if (text.includes('CanReadVariables') || /^\{"query":"\{ *__typename *\}"/.test(text))
    return 'probe';
  if (/"query":"(?:\\n|\s)*mutation/.test(text)) return 'mutation';
  return /[jJ]obInstance|pipelineInstance|instances/.test(text) ? 'look' : 'query';
}
