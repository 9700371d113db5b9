import { UnexpectedResponseError } from '../common/errors/errors';
import { exchangeText } from '../http/exchange';
import { isSuccess } from '../http/response';
import { withRetries } from '../http/retry';
import { clock } from '../common/time/clock';
import { buildAddress } from '../session/access';
import { excerpt } from '../common/text/text';
import { toObject } from '../common/text/values';
import { readKubernetesAccess, type KubernetesCredential, type KubernetesAccess } from './access';
import { readNextPageToken, readNodes, readPods, SYSTEM_NAMESPACE } from './objects';
import type { ClusterNode, Pod } from './objects';
import { ApiServerRefusal, clusterRefusalError } from './refusals';

export interface ClusterCall {
  signal?: AbortSignal;
}

/** Base64-encoded values by key. */
type SecretData = Record<string, unknown>;

/** Sufficient for the nodes and system pods of the largest clusters that Kubernetes supports. */
const LIST_BOUNDS = { pageSize: 500, maxPages: 100, maxMs: 5 * 60_000 };

interface ReadRequest {
  path: string[];
  /** Completes "The cluster did not …" in messages, for example "list its nodes". */
  action: string;
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

/** Reads from a cluster's API server, and never changes anything there. */
export class Cluster {
  private constructor(private readonly access: KubernetesAccess) {}

  /** Reads the credential, but sends nothing. @throws InvalidInputError with the name of the field that cannot be used */
  static connect(credential: KubernetesCredential): Cluster {
    return new Cluster(readKubernetesAccess(credential));
  }

  get namespace(): string {
    return this.access.namespace;
  }

  async listNodes(call?: ClusterCall): Promise<ClusterNode[]> {
    return await this.list(NODES, readNodes, call);
  }

  /**
   * Lists one node. An account without the right to list nodes is accepted, because it may have the rights that a workflow needs.
   * @returns message for the user
   */
  async testConnection(): Promise<string> {
    try {
      await this.get(NODES, {}, '?limit=1');
      return 'Connection successful';
    } catch (error) {
      if (!(error instanceof ApiServerRefusal) || error.status !== 403) throw error;
      return `Connection successful. The account is not allowed to list nodes (${error.message})`;
    }
  }

  /** Lists the pods of the system namespace. A managed cluster may hide the pods of its API servers. */
  async listSystemPods(call?: ClusterCall): Promise<Pod[]> {
    return await this.list(SYSTEM_PODS, readPods, call);
  }

  /** Returns undefined if no secret has this name. */
  async readSecret(name: string, call?: ClusterCall): Promise<SecretData | undefined> {
    const request: ReadRequest = {
      path: ['api', 'v1', 'namespaces', this.access.namespace, 'secrets', name],
      action: `return the secret ${name}`,
      kind: 'secrets',
    };
    try {
      return toObject((await this.get(request, call)).data);
    } catch (error) {
      if (error instanceof ApiServerRefusal && error.status === 404) return undefined;
      throw error;
    }
  }

  /**
   * Reads a list page by page, because the list of a large cluster would be too large for one response. All pages show the
   * cluster at the same moment.
   * @param readItems function that reads the items of a page
   */
  private async list<Item>(
    request: ReadRequest,
    readItems: (items: unknown[]) => Item[],
    call?: ClusterCall,
  ): Promise<Item[]> {
    const items: Item[] = [];
    const beganMs = clock.now();
    let pageToken = '';
    for (let page = 1; page <= LIST_BOUNDS.maxPages; page++) {
      const query = `?limit=${LIST_BOUNDS.pageSize}${pageToken && `&continue=${encodeURIComponent(pageToken)}`}`;
      const list = await this.get(request, call, query);
      if (!Array.isArray(list.items))
        throw incompleteListError(request, 'the response is not a list');
      for (const item of readItems(list.items)) items.push(item);
      pageToken = readNextPageToken(list);
      if (pageToken === '') return items;
      if (clock.now() - beganMs > LIST_BOUNDS.maxMs) break;
    }
    throw incompleteListError(request, `the list did not end after ${items.length} entries`);
  }

  private async get(
    { path, action, kind }: ReadRequest,
    { signal }: ClusterCall = {},
    query = '',
  ): Promise<Record<string, unknown>> {
    const { apiServer, token, tls, namespace } = this.access;
    const secrets = [token];
    const url = new URL(buildAddress({ baseUrl: apiServer }, ...path).href + query);
    const login = token === '' ? undefined : { authorization: `Bearer ${token}` };
    const headers = { accept: 'application/json', ...login };
    const request = { method: 'GET' as const, url, headers, tls, peer: 'the API server', signal };
    return await withRetries('read', signal, async (sending) => {
      const response = await exchangeText({ ...request, sending });
      if (!isSuccess(response)) {
        throw clusterRefusalError({ url, action, kind, namespace, secrets }, response);
      }
      return parseObject(url, response.text, token);
    });
  }
}

function incompleteListError({ action }: ReadRequest, reason: string): UnexpectedResponseError {
  return new UnexpectedResponseError(`The cluster did not ${action}: ${reason}`, {
    hint: 'Check "API Server" in the credential. The response may come from a gateway in front of the cluster. You can also paste the nodes: set "Source" to JSON.',
  });
}

function parseObject(url: URL, text: string, token: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // The error is thrown below.
  }
  // A text that looks like an object is not shown, because it may contain part of a secret.
  const start = text.trimStart().startsWith('{') ? '{…' : excerpt(text, [token]).slice(0, 200);
  throw new UnexpectedResponseError(`${url.host} does not respond like a Kubernetes API server`, {
    hint: `Check "API Server" in the credential. The response starts with: ${start || '(nothing)'}`,
  });
}
