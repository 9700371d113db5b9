import { createHash } from 'node:crypto';
import { Cache } from '../common/time/cache';
import { shareResult, type SharedWork } from '../common/time/cancel';
import { CancelledError, PlatformError } from '../common/errors/errors';
import { readKubernetesAccess, type KubernetesCredential } from '../cluster/access';
import { Cluster } from '../cluster/cluster';
import { readUploadToken, UPLOAD_TOKEN_GUIDE, UPLOAD_TOKEN_SECRET } from '../cluster/uploadToken';

export interface UploadTokenSource {
  /** @throws PlatformError if there is no token */
  token(signal?: AbortSignal): Promise<string>;
  /** Called after the service refused the token. The next request must not send it again. */
  forget(): void;
  /** All tokens that `token` has returned. No error may show them. */
  readonly secrets: ReadonlySet<string>;
  /** The hint if the service refuses the token; undefined for the usual one. */
  readonly hint?: string;
}

export function createCredentialTokenSource(token: string): UploadTokenSource {
  return {
    token: async () => token,
    forget: () => undefined,
    secrets: new Set([token]),
  };
}

/** An account that loses the right to read the secret loses the token after this time. */
const KEPT_MS = 10 * 60 * 1000;

const tokens = new Cache<string, SharedWork<string>>({ size: 100, ageMs: KEPT_MS });

/** Reads the secret when it is first needed, once for all callers, and again after the service has refused the token. */
export function createClusterTokenSource(credential: KubernetesCredential): UploadTokenSource {
  const access = readKubernetesAccess(credential);
  const cluster = Cluster.connect(credential);
  const key = createHash('sha256').update(JSON.stringify(access)).digest('base64');
  const secrets = new Set<string>();

  return {
    async token(signal) {
      if (signal?.aborted) throw new CancelledError('none');
      try {
        const find = (abandoned: AbortSignal) => readToken(cluster, abandoned);
        const found = await shareResult(tokens, key, signal, find);
        secrets.add(found);
        return found;
      } catch (error) {
        throw error instanceof PlatformError ? error.asPrerequisiteFailure() : error;
      }
    },
    forget: () => tokens.forget(key),
    secrets,
    hint: `The token was read from the secret ${UPLOAD_TOKEN_SECRET}. If the service was started before the secret changed, restart the service. Otherwise, run the node again: it reads the token again.`,
  };
}

async function readToken(cluster: Cluster, signal: AbortSignal): Promise<string> {
  const { token, reason } = await readUploadToken(cluster, { signal });
  if (token !== undefined) return token;
  throw new PlatformError(`The cluster has no upload token: ${reason}`, {
    hint: `Nothing was uploaded or deleted. How to create one: ${UPLOAD_TOKEN_GUIDE}`,
  });
}
