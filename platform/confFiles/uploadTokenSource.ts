import { createHash } from 'node:crypto';
import { Cache } from '../common/time/cache';
import { sharedResult, type SharedWork } from '../common/time/cancel';
import { CancelledError, PlatformError } from '../common/errors/errors';
import { readKubernetesAccess, type KubernetesCredential } from '../cluster/access';
import { Cluster } from '../cluster/cluster';
import { readUploadToken, UPLOAD_TOKEN_GUIDE, UPLOAD_TOKEN_SECRET } from '../cluster/uploadToken';

/** The source of the token with which configuration files are uploaded and deleted. */
export interface UploadTokenSource {
  /** @throws PlatformError if there is none */
  token(signal?: AbortSignal): Promise<string>;
  /** Called after the service refused the token, so that the next request does not send it again. */
  forget(): void;
  /** The tokens that it has returned: no error may show them. */
  readonly secrets: ReadonlySet<string>;
  /** Says what to do if the service refuses the token; undefined for the usual hint. */
  readonly hint?: string;
}

/** The pasted token of the credential. */
export function tokenOfCredential(token: string): UploadTokenSource {
  return {
    token: async () => token,
    forget: () => undefined,
    secrets: new Set([token]),
  };
}

/** An account that may no longer read the secret loses the token after this time. */
const KEPT_MS = 10 * 60 * 1000;

/** Kept in memory only. */
const tokens = new Cache<string, SharedWork<string>>({ size: 100, ageMs: KEPT_MS });

/** The secret of the cluster: read when it is first needed, once for all who wait, and again after the service has refused the token. */
export function tokenOfCluster(credential: KubernetesCredential): UploadTokenSource {
  const access = readKubernetesAccess(credential);
  const cluster = Cluster.connect(credential);
  const key = createHash('sha256').update(JSON.stringify(access)).digest('base64');
  const secrets = new Set<string>();

  return {
    async token(signal) {
      if (signal?.aborted) throw new CancelledError('none');
      try {
        const find = (abandoned: AbortSignal) => readToken(cluster, abandoned);
        const found = await sharedResult(tokens, key, signal, find);
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
