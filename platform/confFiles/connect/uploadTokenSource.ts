import { createHash } from 'node:crypto';
import { Cache } from '../../time/cache';
import { unlessCancelled } from '../../time/cancel';
import { CancelledError, PlatformError } from '../../errors/errors';
import { readKubernetesAccess, type KubernetesCredential } from '../../kubernetes/access';
import { Cluster } from '../../kubernetes/cluster';
import { readUploadToken, UPLOAD_TOKEN_SECRET } from '../../kubernetes/uploadToken';

/** Where the token comes from that configuration files are uploaded and deleted with. */
export interface UploadTokenSource {
  /** @throws PlatformError where there is none. */
  token(signal?: AbortSignal): Promise<string>;
  /** A newer token than one that the service refused; undefined where there is none. */
  newerThan(refused: string, signal?: AbortSignal): Promise<string | undefined>;
  /** The tokens that it has given: no error may show them. */
  readonly secrets: readonly string[];
  /** What to do where the service refuses the newest one; undefined: what the credential's token is told. */
  readonly hint?: string;
}

/** The token that was pasted: there is no newer one. */
export function tokenOfCredential(token: string): UploadTokenSource {
  return {
    token: async () => token,
    newerThan: async () => undefined,
    secrets: [token],
  };
}

/** Who may no longer read the secret loses the token after this long. */
const KEPT_MS = 10 * 60 * 1000;

const tokens = new Cache<string, Promise<string>>({ size: 100, ageMs: KEPT_MS });

/**
 * The secret of the cluster: read when it is first needed, once for all who wait, and again when the service refuses it.
 * It is kept in memory only.
 */
export function tokenOfCluster(credential: KubernetesCredential): UploadTokenSource {
  const access = readKubernetesAccess(credential);
  const cluster = Cluster.connect(credential);
  const key = createHash('sha256').update(JSON.stringify(access)).digest('base64');
  const given = new Set<string>();
  /** Many items are refused together: a secret that was read again in vain is left alone by the others of an execution. */
  let readInVain: string | undefined;

  const ask = async (signal: AbortSignal | undefined): Promise<string> => {
    if (signal?.aborted) throw new CancelledError('none');
    const reading = tokens.getOrSet(key, () => read());
    const token = await unlessCancelled(reading, signal).catch((error: unknown) => {
      throw error instanceof PlatformError ? error.copyForNextRequest() : error;
    });
    given.add(token);
    return token;
  };
  // The reading goes on when one of those who wait is cancelled: the others still need it.
  const read = (): Promise<string> => {
    const reading = tokenInSecret(cluster);
    reading.catch(() => tokens.forget(key, reading));
    return reading;
  };

  return {
    token: ask,
    async newerThan(refused, signal) {
      const held = tokens.get(key);
      const isHeld = (await held?.catch(() => undefined)) === refused;
      if (readInVain === refused) return undefined;
      if (isHeld) tokens.forget(key, held);
      const newest = await ask(signal);
      if (newest !== refused) return newest;
      readInVain = refused;
      return undefined;
    },
    get secrets() {
      return [...given];
    },
    hint: `The token was read from the secret ${UPLOAD_TOKEN_SECRET}. If the service was started before the secret changed, restart the service.`,
  };
}

async function tokenInSecret(cluster: Cluster): Promise<string> {
  const { found, token, reason } = await readUploadToken(cluster);
  if (found && token !== undefined) return token;
  throw new PlatformError(`The cluster has no upload token: ${reason}`, {
    hint: 'The operation "Upload Token: Get" of the Data Platform Settings node explains how to create one. Nothing was uploaded or deleted.',
  });
}
