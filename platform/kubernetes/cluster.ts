import { PlatformError, UnexpectedResponseError } from '../errors/errors';
import { exchangeText } from '../http/exchange';
import { isSuccess } from '../http/response';
import { withRetries } from '../http/retry';
import { addressOf } from '../access';
import { excerpt } from '../text/text';
import { fieldsOf } from '../text/values';
import { readNodes, readPods, SYSTEM_NAMESPACE, type ClusterNode, type Pod } from './objects';
import { clusterRefusal, NotInClusterError, readStatus } from './refusals';
import { proxyRefusal, proxiedService } from './serviceProxy';
import { readKubernetesAccess, type KubernetesCredential, type KubernetesAccess } from './access';

export interface ClusterCall {
  signal?: AbortSignal;
}

/** Values of a secret by their keys, base64 encoded. */
export type SecretData = Record<string, unknown>;

export const PAGE_SIZE = '250';
/** 50,000 entries: ten times what Kubernetes supports of nodes. */
export const MAX_PAGES = 200;
/** As messages name it. */
const PEER = 'the API server';

/** What is read, and the words for it. */
interface ReadRequest {
  path: string[];
  query?: Record<string, string>;
  /** As "list its nodes". */
  action: string;
  /** As Kubernetes calls it. */
  kind: 'nodes' | 'pods' | 'secrets';
}

const NODES: ReadRequest = {
  path: ['api', 'v1', 'nodes'],
  action: 'list its nodes',
  kind: 'nodes',
};
const SYSTEM_PODS: ReadRequest = {
  path: ['api', 'v1', 'namespaces', SYSTEM_NAMESPACE, 'pods'],
  action: `list the pods in ${SYSTEM_NAMESPACE}`,
  kind: 'pods',
};

/** The few questions that are asked of a cluster's API server. Nothing is ever changed there. */
export class Cluster {
  private constructor(private readonly access: KubernetesAccess) {}

  /**
   * Sends nothing.
   * @throws InvalidInputError naming the credential's field that cannot be used
   */
  static connect(credential: KubernetesCredential): Cluster {
    return new Cluster(readKubernetesAccess(credential));
  }

  /** Where the platform's own parts live. */
  get namespace(): string {
    return this.access.namespace;
  }

  async nodes(call?: ClusterCall): Promise<ClusterNode[]> {
    return readNodes(await this.list(NODES, call));
  }

  /** The same right as for all of them, and no more of their data than has to be. */
  async tryNodes(call?: ClusterCall): Promise<void> {
    await this.page({ ...NODES, query: { limit: '1' } }, call);
  }

  /** The pods of the cluster itself, its API servers among them where it does not hide them. */
  async systemPods(call?: ClusterCall): Promise<Pod[]> {
    return readPods(await this.list(SYSTEM_PODS, call));
  }

  /** A secret of the platform; undefined where there is none of this name. */
  async secret(name: string, call?: ClusterCall): Promise<SecretData | undefined> {
    const request: ReadRequest = {
      path: ['api', 'v1', 'namespaces', this.access.namespace, 'secrets', name],
      action: `return the secret ${name}`,
      kind: 'secrets',
    };
    try {
      return fieldsOf((await this.get(request, call)).data);
    } catch (error) {
      if (error instanceof NotInClusterError) return undefined;
      throw error;
    }
  }

  /**
   * Whether the account gets through to a service; what the service itself answers does not matter.
   * @throws ServiceProxyError where the API server says that it does not
   */
  async tryService(name: string, port: number, { signal }: ClusterCall = {}): Promise<void> {
    const service = proxiedService(this.access, name, port);
    const { headers, tls, address } = service;
    const url = new URL(`${address}/`);
    const response = await exchangeText({ method: 'GET', url, headers, tls, peer: PEER, signal });
    if (isSuccess(response) || readStatus(response.text) === undefined) return;
    const refusal = proxyRefusal({ url, response, action: `forward requests to ${name}` }, service);
    if (refusal) throw refusal;
  }

  private async list(
    request: ReadRequest,
    call?: ClusterCall,
    isAgain = false,
  ): Promise<unknown[]> {
    try {
      return await this.pages(request, call);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.status !== 410) throw error;
      if (!isAgain) return await this.list(request, call, true);
      const message = `The cluster did not ${request.action}: the list changed while it was read`;
      throw new PlatformError(message, {
        hint: 'The API server reported this twice in a row. It is temporary. Try again.',
        status: error.status,
        code: 'UNREACHABLE',
        cause: error,
      });
    }
  }

  private async pages(request: ReadRequest, call?: ClusterCall): Promise<unknown[]> {
    const { action } = request;
    const items: unknown[] = [];
    let next = '';
    for (let pages = 0; pages < MAX_PAGES; pages++) {
      const query = { limit: PAGE_SIZE, ...(next && { continue: next }) };
      const page = await this.page({ ...request, query }, call);
      for (const item of page.items) items.push(item);
      if (page.next === '') return items;
      next = page.next;
    }
    throw notRead(action, `the list did not end after ${MAX_PAGES} pages`);
  }

  private async page(request: ReadRequest, call?: ClusterCall) {
    const { items, metadata } = await this.get(request, call);
    if (!Array.isArray(items)) throw notRead(request.action, 'the response is not a list');
    const { continue: next } = fieldsOf(metadata);
    return { items: items as unknown[], next: typeof next === 'string' ? next : '' };
  }

  private async get(
    { path, query = {}, action, kind }: ReadRequest,
    { signal }: ClusterCall = {},
  ): Promise<Record<string, unknown>> {
    const { apiServer, token, tls, namespace } = this.access;
    const secrets = [token];
    const url = addressOf({ baseUrl: apiServer }, ...path);
    url.search = new URLSearchParams(query).toString();
    return await withRetries('read', signal, async () => {
      const login = token === '' ? undefined : { authorization: `Bearer ${token}` };
      const headers = { accept: 'application/json', ...login };
      const response = await exchangeText({
        method: 'GET',
        url,
        headers,
        tls,
        peer: PEER,
        signal,
      });
      if (!isSuccess(response)) {
        throw clusterRefusal({ url, action, kind, namespace, secrets }, response);
      }
      return parseObject(url, response.text, token);
    });
  }
}

function parseObject(url: URL, text: string, token: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Reported below, as JSON of another kind is.
  }
  // What looks like an object is not shown: it may hold part of a secret.
  const start = text.trimStart().startsWith('{') ? '{…' : excerpt(text, [token]).slice(0, 200);
  throw new UnexpectedResponseError(`${url.host} does not respond like a Kubernetes API server`, {
    hint: `Check "API Server" in the credential. The response starts with: ${start || '(nothing)'}`,
  });
}

function notRead(action: string, reason: string): UnexpectedResponseError {
  return new UnexpectedResponseError(`The cluster did not ${action}: ${reason}`, {
    hint: 'Check "API Server" in the credential. The response may come from a gateway in front of the cluster. You can also paste the nodes: set "Source" to JSON.',
  });
}
