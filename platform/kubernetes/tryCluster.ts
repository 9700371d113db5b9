import { InvalidInputError, PlatformError } from '../errors';
import type { Cluster } from './cluster';
import { UPLOAD_TOKEN_SECRET } from './uploadToken';

const FORBIDDEN = 403;

/**
 * Tries everything that the credential holds: address, token and namespace. The secret of the upload token is what is
 * looked for in the namespace; an account that may not read it is asked for the namespace itself.
 * @throws PlatformError saying what of it does not work
 */
export async function tryCluster(cluster: Cluster): Promise<void> {
  await cluster.version();
  const secret = await unlessForbidden(() => cluster.secret(UPLOAD_TOKEN_SECRET));
  if (secret.answer) return;
  const namespace = await unlessForbidden(() => cluster.hasNamespace());
  if (namespace.answer) return;
  if (namespace.answer === false) throw noNamespace(cluster.namespace);
  // Who may look for a secret in a namespace has rights there, so the namespace is right.
  if (secret.isForbidden) throw notTold(cluster.namespace);
}

async function unlessForbidden<Answer>(
  ask: () => Promise<Answer>,
): Promise<{ answer?: Answer; isForbidden: boolean }> {
  try {
    return { answer: await ask(), isForbidden: false };
  } catch (error) {
    if (error instanceof PlatformError && error.status === FORBIDDEN) return { isForbidden: true };
    throw error;
  }
}

function noNamespace(namespace: string): PlatformError {
  return new InvalidInputError(
    `The cluster has no namespace "${namespace}"`,
    'Check "Namespace" in the credential. The platform usually lives in platform-common.',
  );
}

function notTold(namespace: string): PlatformError {
  return new PlatformError(`The account may not look into the namespace "${namespace}"`, {
    hint: `Address and token are right. Check "Namespace" in the credential, or let the account read the secret ${UPLOAD_TOKEN_SECRET} or the namespace itself. Nodes can be checked without that right.`,
    reach: 'answered',
    status: FORBIDDEN,
  });
}
