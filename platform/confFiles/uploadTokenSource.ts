import { createHash } from 'node:crypto';
import { Cache } from '../common/time/cache';
import { shareResult, type SharedWork } from '../common/time/cancel';
import { CancelledError, PlatformError } from '../common/errors/errors';
import { readKubernetesAccess, type KubernetesCredential } from '../cluster/access';
import { Cluster } from '../cluster/cluster';
import { readUploadToken, UPLOAD_TOKEN_GUIDE, UPLOAD_TOKEN_SECRET } from '../cluster/uploadToken';

export interface UploadTokenSource {
  /** @throws PlatformError if no token is found */
  getToken(signal?: AbortSignal): Promise<string>;
  /** Called after the service refused the token, so that a token from the cluster is read again. */
  forget(): void;
  /** All tokens that `getToken` has returned. They are removed from errors. */
  readonly secrets: ReadonlySet<string>;
  /** The hint if the service refuses the token. If undefined, a default hint is used. */
  readonly hint?: string;
}

export function createCredentialTokenSource(token: string): UploadTokenSource {
  return {
    getToken: async () => token,
    forget: () => undefined,
    secrets: new Set([token]),
  };
}

/** An account that loses the right to read the secret can use the token for at most this time. */
const TOKEN_CACHE_MS = 10 * 60 * 1000;

const tokens = new Cache<string, SharedWork<string>>({ size: 100, ageMs: TOKEN_CACHE_MS });

/** Reads the secret once for all callers, and again after `TOKEN_CACHE_MS` or if the service has refused the token. */
export function createClusterTokenSource(credential: KubernetesCredential): UploadTokenSource {
  const access = readKubernetesAccess(credential);
  const cluster = Cluster.connect(credential);
  const key = createHash('sha256').update(JSON.stringify(access)).digest('base64');
  const secrets = new Set<string>();
  return {
    async getToken(signal) {
      if (signal?.aborted) throw new CancelledError('none');
      try {
        const read = (abandoned: AbortSignal) => readToken(cluster, abandoned);
        const token = await shareResult(tokens, key, signal, read);
        secrets.add(token);
        return token;
      } catch (error) {
        throw error instanceof PlatformError ? error.asPrerequisiteFailure() : error;
      }
    },
    forget: () => tokens.forget(key),
    secrets,
    hint: `The token was read from the secret ${UPLOAD_TOKEN_SECRET}. If the service was started before the secret changed, restart the service. Otherwise, run the node again. It then reads the token again.`,
  };
}

async function readToken(cluster: Cluster, signal: AbortSignal): Promise<string> {
  const { token, reason } = await readUploadToken(cluster, { signal });
  if (token !== undefined) return token;
  throw new PlatformError(`The cluster has no upload token: ${reason}`, {
    hint: `Nothing was uploaded or deleted. How to create one: ${UPLOAD_TOKEN_GUIDE}`,
  });
}
