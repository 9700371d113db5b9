import { PlatformError, UnexpectedAnswerError } from '../errors';
import { exchangeText } from '../http/exchange';
import { isSuccess } from '../http/isSuccess';
import { withRetries } from '../http/retry';
import { addressOf } from '../access';
import { excerpt } from '../text';
import { asObject, readNodes, readPods, type ClusterNode, type Pod } from './objects';
import { clusterRefusal, NotInClusterError } from './refusals';
import { readKubernetesAccess, type KubernetesCredential, type KubernetesAccess } from './access';

export interface ClusterCall {
  signal?: AbortSignal;
}

/** Values of a secret by their keys, base64 encoded. */
export type SecretData = Record<string, unknown>;

export const PAGE_SIZE = '250';
/** 50,000 entries: ten times what Kubernetes supports of nodes. */
export const MOST_PAGES = 200;
const SYSTEM_NAMESPACE = 'kube-system';
const GONE = 410;

/** The few questions that are asked of a cluster's API server. Nothing is ever changed there. */
export class Cluster {
  private constructor(private readonly access: KubernetesAccess) {}

  /** Sends nothing. @throws InvalidInputError naming the credential's field that cannot be used. */
  static connect(credential: KubernetesCredential): Cluster {
    return new Cluster(readKubernetesAccess(credential));
  }

  /** Where the platform's own parts live. */
  get namespace(): string {
    return this.access.namespace;
  }

  /** Answered to every account, so it tells whether address and token are right. */
  async version(call?: ClusterCall): Promise<string> {
    const { gitVersion } = await this.get(['version'], {}, 'tell its version', call);
    if (typeof gitVersion === 'string') return gitVersion;
    throw new UnexpectedAnswerError('The address is not that of a Kubernetes API server', {
      hint: 'Check "API Server" in the credential: its version was asked for, and something else came.',
      reach: 'answered',
    });
  }

  /** Whether there is such a namespace as the credential names. */
  async hasNamespace(call?: ClusterCall): Promise<boolean> {
    const { namespace } = this.access;
    const path = ['api', 'v1', 'namespaces', namespace];
    return (await this.getIfThere(path, `show the namespace ${namespace}`, call)) !== undefined;
  }

  async nodes(call?: ClusterCall): Promise<ClusterNode[]> {
    return readNodes(await this.list(['api', 'v1', 'nodes'], 'list its nodes', call));
  }

  /** The pods of the cluster itself, its API servers among them where it does not hide them. */
  async systemPods(call?: ClusterCall): Promise<Pod[]> {
    const path = ['api', 'v1', 'namespaces', SYSTEM_NAMESPACE, 'pods'];
    return readPods(await this.list(path, `list the pods in ${SYSTEM_NAMESPACE}`, call));
  }

  /** A secret of the platform; undefined where there is none of this name. */
  async secret(name: string, call?: ClusterCall): Promise<SecretData | undefined> {
    const path = ['api', 'v1', 'namespaces', this.access.namespace, 'secrets', name];
    const secret = await this.getIfThere(path, `show the secret ${name}`, call);
    return secret && asObject(secret.data);
  }

  private async getIfThere(path: string[], action: string, call?: ClusterCall) {
    try {
      return await this.get(path, {}, action, call);
    } catch (error) {
      if (error instanceof NotInClusterError) return undefined;
      throw error;
    }
  }

  /** Every page of a list. A list that grew too old between two pages is read again from its start, once. */
  private async list(path: string[], action: string, call?: ClusterCall): Promise<unknown[]> {
    try {
      return await this.pages(path, action, call);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.status !== GONE) throw error;
      return await this.pages(path, action, call);
    }
  }

  private async pages(path: string[], action: string, call?: ClusterCall): Promise<unknown[]> {
    const items: unknown[] = [];
    let next = '';
    for (let pages = 0; pages < MOST_PAGES; pages++) {
      const query = { limit: PAGE_SIZE, ...(next && { continue: next }) };
      const page = await this.get(path, query, action, call);
      if (!Array.isArray(page.items)) throw noList(action);
      for (const item of page.items as unknown[]) items.push(item);
      const { continue: after } = (page.metadata ?? {}) as { continue?: unknown };
      if (typeof after !== 'string' || after === '') return items;
      if (after === next) throw noList(action);
      next = after;
    }
    throw endlessList(action);
  }

  private async get(
    path: string[],
    query: Record<string, string>,
    action: string,
    { signal }: ClusterCall = {},
  ): Promise<Record<string, unknown>> {
    const { apiServer, token, tls } = this.access;
    const url = addressOf({ baseUrl: apiServer }, ...path);
    url.search = new URLSearchParams(query).toString();
    return await withRetries('repeatable', signal, async () => {
      const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
      const answer = await exchangeText({ method: 'GET', url, headers, tls, signal });
      if (!isSuccess(answer)) throw clusterRefusal(url, answer, action, token);
      return parseObject(url, answer.text, token);
    });
  }
}

function parseObject(url: URL, text: string, token: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Told below, as JSON of another kind is.
  }
  // Part of a secret may have come, so what looks like an object is not shown.
  const isCut = text.trimStart().startsWith('{');
  throw new UnexpectedAnswerError(
    isCut
      ? `The answer of ${url.host} is not whole JSON`
      : `${url.host} does not answer as a Kubernetes API server does`,
    {
      hint: isCut
        ? 'A gateway in between may have cut it. Try again later.'
        : `Check "API Server" in the credential. The answer starts with: ${excerpt(text, [token]).slice(0, 200) || '(nothing)'}`,
      reach: 'answered',
      transient: isCut,
    },
  );
}

function endlessList(action: string): UnexpectedAnswerError {
  return new UnexpectedAnswerError(
    `The cluster did not ${action}: the list did not end after ${MOST_PAGES} pages`,
    {
      hint: 'Check "API Server" in the credential. Nodes can also be pasted: set "Source" to JSON.',
      reach: 'answered',
    },
  );
}

function noList(action: string): UnexpectedAnswerError {
  return new UnexpectedAnswerError(`The cluster did not ${action}: what came is not a list`, {
    hint: 'Check "API Server" in the credential. A gateway in front of the cluster may have answered.',
    reach: 'answered',
  });
}
