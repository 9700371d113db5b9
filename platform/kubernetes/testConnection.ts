import { InvalidInputError, PlatformError } from '../errors/errors';
import { DEFAULT_NAMESPACE } from './access';
import type { Cluster } from './cluster';
import { ForbiddenInClusterError } from './refusals';
import { ServiceProxyError } from './serviceProxy';
import { CONF_SERVICE, CONF_SERVICE_PORT, UPLOAD_TOKEN_SECRET } from './uploadToken';

type Refusal = ForbiddenInClusterError | ServiceProxyError;

/**
 * Asks for what the operations need. Enough for one of them is a success: accounts have the few rights that somebody wants.
 * @returns what works and what does not
 * @throws PlatformError where nothing works, where it is not a matter of rights, or where the namespace is wrong
 */
export async function testConnection(cluster: Cluster): Promise<string> {
  let hasSecret = false;
  const nodes = await refusalOf(() => cluster.tryNodes());
  const secret = await refusalOf(async () => {
    hasSecret = (await cluster.secret(UPLOAD_TOKEN_SECRET)) !== undefined;
  });
  const files = await refusalOf(() => cluster.tryService(CONF_SERVICE, CONF_SERVICE_PORT));
  const outcomes: Array<[work: string, refusal: Refusal | undefined]> = [
    ['check nodes', nodes],
    ['read the upload token', secret],
    ['read files through the API server', files],
  ];
  const works = outcomes.filter(([, refusal]) => !refusal).map(([work]) => work);
  if (works.length === outcomes.length) return 'Connection successful';
  // Who checks nodes alone leaves the usual namespace where it is.
  const { namespace } = cluster;
  if (namespace !== DEFAULT_NAMESPACE && !hasSecret && files) {
    if (!secret && files.status === 404) throw nothingIn(namespace);
    const isFromElsewhere = secret instanceof ForbiddenInClusterError && secret.isFromElsewhere;
    if (isFromElsewhere && files.status === 403) throw noAccessTo(namespace, secret);
  }
  const refused = outcomes.flatMap(([work, refusal]) => (refusal ? [{ work, refusal }] : []));
  if (works.length === 0) {
    // An account that may reach the service has its rights: the service itself is the problem.
    throw files && files.status !== 403
      ? files
      : nothingWorks(refused.map(({ refusal }) => refusal));
  }
  const not = refused.map(({ work, refusal }) => `${work} (${refusal.message})`);
  return `Connection successful. Works: ${works.join(', ')}. Does not work: ${not.join(', ')}`;
}

/** @throws whatever is no matter of rights */
async function refusalOf(attempt: () => Promise<void>): Promise<Refusal | undefined> {
  try {
    await attempt();
    return undefined;
  } catch (error) {
    if (error instanceof ForbiddenInClusterError || error instanceof ServiceProxyError) {
      return error;
    }
    throw error;
  }
}

function nothingIn(namespace: string): PlatformError {
  return new InvalidInputError(
    `The namespace "${namespace}" has neither the upload token nor the configuration file service`,
    'Check "Namespace" in the credential. The platform usually lives in platform-common.',
  );
}

function noAccessTo(namespace: string, { hint, status }: Refusal): PlatformError {
  const message = `The account has no access to the namespace "${namespace}"`;
  return new PlatformError(message, { hint, status });
}

function nothingWorks(refusals: Refusal[]): PlatformError {
  const [first] = refusals;
  return new PlatformError('The account has none of the rights that the nodes need', {
    hint: `${first?.hint ?? ''} (${refusals.map(({ message }) => message).join('; ')})`,
    status: first?.status,
  });
}
