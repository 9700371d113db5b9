import { PlatformError } from '../common/errors/errors';
import type { Cluster } from './cluster';
import { ServiceProxyError } from './serviceProxy';
import { CONF_SERVICE, CONF_SERVICE_PORT, readUploadToken } from './uploadToken';

/**
 * Tries what the operations need. One success is enough, because accounts often have only some of the rights.
 * @returns what works and what does not
 * @throws PlatformError if nothing works, or for a failure that is not about a right or the service
 */
export async function testConnection(cluster: Cluster): Promise<string> {
  const outcomes = [
    await tryTo('check nodes', () => cluster.tryNodes()),
    await tryTo('read the upload token', async () => (await readUploadToken(cluster)).reason),
    await tryTo('read files through the API server', () =>
      cluster.tryService(CONF_SERVICE, CONF_SERVICE_PORT),
    ),
  ];
  const works = outcomes.filter(({ reason }) => reason === undefined).map(({ work }) => work);
  const failed = outcomes.filter(({ reason }) => reason !== undefined);
  if (failed.length === 0) return 'Connection successful';
  const reasons = failed.map(({ work, reason }) => `${work} (${reason})`).join(', ');
  if (works.length > 0) {
    return `Connection successful. Works: ${works.join(', ')}. Does not work: ${reasons}`;
  }
  const first = failed.find(({ refusal }) => refusal)?.refusal;
  throw new PlatformError('Nothing that the nodes need works with this account', {
    hint: `${first?.hint ?? ''} (${reasons})`,
    status: first?.status,
  });
}

interface Outcome {
  work: string;
  /** Undefined if it works. */
  reason?: string;
  refusal?: PlatformError;
}

/** @param attempt returns why it does not work */
async function tryTo(
  work: string,
  attempt: () => Promise<string | undefined | void>,
): Promise<Outcome> {
  try {
    return { work, reason: (await attempt()) ?? undefined };
  } catch (error) {
    const isRefusal = error instanceof PlatformError && error.status === 403;
    if (!isRefusal && !(error instanceof ServiceProxyError)) throw error;
    return { work, reason: error.message, refusal: error };
  }
}
