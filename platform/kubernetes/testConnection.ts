import { InvalidInputError, PlatformError } from '../errors/errors';
import { DEFAULT_NAMESPACE } from './access';
import type { Cluster } from './cluster';
import { ForbiddenInClusterError } from './refusals';
import { ServiceProxyError } from './serviceProxy';
import { CONF_SERVICE, UPLOAD_TOKEN_SECRET } from './uploadToken';

const CONF_SERVICE_PORT = 80;

type Refusal = ForbiddenInClusterError | ServiceProxyError;

/** What became of something that an operation needs of the cluster. */
interface Outcome {
  /** What works with it, as "check nodes". */
  work: string;
  refusal?: Refusal;
}

/**
 * Asks for what the operations need. Enough for one of them is a success: accounts have the few rights that somebody wants.
 * @returns what works and what does not
 * @throws PlatformError where nothing works, where it is not a matter of rights, or where the namespace is wrong
 */
export async function testConnection(cluster: Cluster): Promise<string> {
  let hasSecret = false;
  const nodes = await outcomeOf('check nodes', () => cluster.tryNodes());
  const secret = await outcomeOf('read the upload token', async () => {
    hasSecret = (await cluster.secret(UPLOAD_TOKEN_SECRET)) !== undefined;
  });
  const files = await outcomeOf('read files through the API server', () =>
    cluster.tryService(CONF_SERVICE, CONF_SERVICE_PORT),
  );
  const outcomes = [nodes, secret, files];
  const works = outcomes.filter(({ refusal }) => !refusal).map(({ work }) => work);
  const refused = outcomes.flatMap(({ work, refusal }) => (refusal ? [{ work, refusal }] : []));
  if (refused.length === 0) return 'Connection successful';
  requireNamespace(cluster.namespace, hasSecret, secret, files);
  // An account that may reach the service has its rights: the service itself is the problem.
  if (works.length === 0 && files.refusal && files.refusal.status !== 403) throw files.refusal;
  if (works.length === 0) throw nothingWorks(refused.map(({ refusal }) => refusal));
  const not = refused.map(({ work, refusal }) => `${work} (${refusal.message})`);
  return `Connection successful. Works: ${works.join(', ')}. Does not work: ${not.join(', ')}`;
}

/** @throws whatever is no matter of rights */
async function outcomeOf(work: string, attempt: () => Promise<unknown>): Promise<Outcome> {
  try {
    await attempt();
    return { work };
  } catch (refusal) {
    const isRefusal =
      refusal instanceof ForbiddenInClusterError || refusal instanceof ServiceProxyError;
    if (isRefusal) return { work, refusal };
    throw refusal;
  }
}

/**
 * Neither the secret nor the service: the namespace may be misspelt. Who checks nodes alone leaves the usual one where it is.
 * @throws PlatformError
 */
function requireNamespace(
  namespace: string,
  hasSecret: boolean,
  { refusal: secret }: Outcome,
  { refusal: service }: Outcome,
): void {
  if (namespace === DEFAULT_NAMESPACE || hasSecret || !service) return;
  if (!secret && service.status === 404) throw nothingIn(namespace);
  const own = secret instanceof ForbiddenInClusterError ? secret.accountNamespace : namespace;
  if (service.status === 403 && own !== undefined && own !== namespace) {
    throw noAccessToNamespace(namespace, secret);
  }
}

function nothingIn(namespace: string): PlatformError {
  return new InvalidInputError(
    `The namespace "${namespace}" has neither the upload token nor the configuration file service`,
    'Check "Namespace" in the credential. The platform usually lives in platform-common.',
  );
}

function noAccessToNamespace(namespace: string, refusal: Refusal | undefined): PlatformError {
  return new PlatformError(`The account has no access to the namespace "${namespace}"`, {
    hint: refusal?.hint ?? '',
    reach: 'answered',
    status: refusal?.status,
  });
}

function nothingWorks(refusals: Refusal[]): PlatformError {
  const [first] = refusals;
  return new PlatformError('The account has none of the rights that the nodes need', {
    hint: `${first?.hint ?? ''} (${refusals.map(({ message }) => message).join('; ')})`,
    reach: 'answered',
    status: first?.status,
  });
}
