import { InvalidInputError, PlatformError } from '../errors/errors';
import { DEFAULT_NAMESPACE } from './access';
import type { Cluster } from './cluster';
import { ForbiddenInClusterError } from './refusals';
import { ServiceProxyError } from './serviceProxy';
import { CONF_SERVICE, UPLOAD_TOKEN_SECRET } from './uploadToken';

const CONF_SERVICE_PORT = 80;

/** What an operation needs of the cluster. */
interface Need {
  /** What works with it, as "check nodes". */
  work: string;
  try(cluster: Cluster): Promise<unknown>;
}

const NODES: Need = { work: 'check nodes', try: async (cluster) => await cluster.tryNodes() };
const SECRET: Need = {
  work: 'read the upload token',
  try: async (cluster) => await cluster.secret(UPLOAD_TOKEN_SECRET),
};

const FILES: Need = {
  work: 'read files through the API server',
  try: async (cluster) => await cluster.tryService(CONF_SERVICE, CONF_SERVICE_PORT),
};

type Refusal = ForbiddenInClusterError | ServiceProxyError;

/**
 * Asks for what the operations need. Enough for one of them is a success: accounts have the few rights that somebody wants.
 * @returns what works and what does not
 * @throws PlatformError where nothing works, where it is not a matter of rights, or where the namespace is wrong
 */
export async function testConnection(cluster: Cluster): Promise<string> {
  const nodes = await refusalOf(NODES, cluster);
  const secret = await refusalOf(SECRET, cluster);
  await requireNamespace(cluster, secret);
  const outcomes = [
    { work: NODES.work, refusal: nodes },
    { work: SECRET.work, refusal: secret },
    { work: FILES.work, refusal: await refusalOf(FILES, cluster) },
  ];
  const works = outcomes.filter(({ refusal }) => !refusal).map(({ work }) => work);
  const refused = outcomes.flatMap(({ work, refusal }) => (refusal ? [{ work, refusal }] : []));
  if (refused.length === 0) return 'Connection successful';
  if (works.length === 0) throw nothingWorks(refused.map(({ refusal }) => refusal));
  const not = refused.map(({ work, refusal }) => `${work} (${refusal.message})`);
  return `Connection successful. Works: ${works.join(', ')}. Does not work: ${not.join(', ')}`;
}

/** Undefined where the account may. @throws whatever is no matter of rights */
async function refusalOf(need: Need, cluster: Cluster): Promise<Refusal | undefined> {
  try {
    await need.try(cluster);
    return undefined;
  } catch (error) {
    const isRefusal =
      error instanceof ForbiddenInClusterError || error instanceof ServiceProxyError;
    if (isRefusal) return error;
    throw error;
  }
}

/** A secret that is not there, or not shown, may be looked for in the wrong namespace. */
async function requireNamespace(cluster: Cluster, refusal: Refusal | undefined): Promise<void> {
  const { namespace } = cluster;
  try {
    if (!(await cluster.hasNamespace())) throw noNamespace(namespace);
  } catch (error) {
    if (!(error instanceof ForbiddenInClusterError)) throw error;
    const isForbidden = refusal instanceof ForbiddenInClusterError;
    const own = isForbidden ? refusal.accountNamespace : undefined;
    const isElsewhere = own !== undefined && own !== namespace;
    // Who checks nodes alone leaves the usual one where it is.
    if (isElsewhere && namespace !== DEFAULT_NAMESPACE)
      throw noAccessToNamespace(namespace, refusal);
  }
}

function noNamespace(namespace: string): PlatformError {
  return new InvalidInputError(
    `The cluster has no namespace "${namespace}"`,
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
