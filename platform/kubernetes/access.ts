import { InvalidInputError } from '../errors';
import { readTlsOptions, type TlsOptions } from '../tls/options';
import { readBaseUrl, readToken, required } from '../access';

/** What a user types in to reach the cluster, as it comes from the credential. */
export interface KubernetesCredential extends TlsOptions {
  apiServer: string;
  token: string;
  namespace?: string;
}

/** The same, checked. */
export interface KubernetesAccess {
  apiServer: string;
  token: string;
  /** Where the platform's own parts live. */
  namespace: string;
  tls: TlsOptions;
}

export const DEFAULT_NAMESPACE = 'platform-common';

/** @throws InvalidInputError naming the first field that cannot be used. */
export function readKubernetesAccess(credential: KubernetesCredential): KubernetesAccess {
  return {
    apiServer: readBaseUrl(credential.apiServer, 'API Server'),
    token: readToken(credential.token, 'Token'),
    namespace: readNamespace(credential.namespace),
    tls: readTlsOptions(credential),
  };
}

function readNamespace(value: string | undefined): string {
  const namespace = required(value || DEFAULT_NAMESPACE, 'Namespace');
  if (/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(namespace)) return namespace;
  throw new InvalidInputError(
    `"${namespace}" cannot be the name of a namespace`,
    'It holds small letters, digits and hyphens, as in platform-common.',
  );
}
