import { InvalidInputError } from '../errors/errors';
import { readTlsOptions, type TlsOptions } from '../tls/options';
import { readAddress, readToken, required, isEncodedToken } from '../access';

/** What a user types in to reach the cluster, as it comes from the credential. */
export interface KubernetesCredential extends TlsOptions {
  apiServer?: string;
  token?: string;
  namespace?: string;
}

/** The same, checked. */
export interface KubernetesAccess {
  /** Without a slash at its end; may hold a gateway's path. */
  apiServer: string;
  /** Empty where a client certificate or whoever passes requests on is the login. */
  token: string;
  /** Where the platform's own parts live. */
  namespace: string;
  tls: TlsOptions;
}

export const DEFAULT_NAMESPACE = 'platform-common';
/** What the client adds to the address itself. */
const OWN_PATH = /\/(?:api(?:\/v1)?|apis)$/;

/** @throws InvalidInputError naming the first field that cannot be used. */
export function readKubernetesAccess(credential: KubernetesCredential): KubernetesAccess {
  const apiServer = readApiServer(credential.apiServer);
  return {
    apiServer,
    token: readClusterToken(credential, apiServer),
    namespace: readNamespace(credential.namespace),
    tls: readTlsOptions(credential),
  };
}

function readApiServer(value: string | undefined): string {
  const { origin, path } = readAddress(value ?? '', 'API Server');
  return origin + path.replace(OWN_PATH, '');
}

/** Who passes requests on over plain HTTP, as `kubectl proxy`, logs in itself. */
function readClusterToken(credential: KubernetesCredential, apiServer: string): string {
  const { token = '', clientCertificate, clientKey } = credential;
  const hasOtherLogin =
    !isEmpty(clientCertificate) || !isEmpty(clientKey) || apiServer.startsWith('http://');
  if (isEmpty(token) && hasOtherLogin) return '';
  const read = readToken(token, 'Token');
  if (!isEncodedToken(read)) return read;
  throw new InvalidInputError(
    'The Token is still Base64-encoded',
    "The cluster’s secret contains it in this form. Decode it first, for example with: kubectl -n platform-common get secret n8n-token -o jsonpath='{.data.token}' | base64 -d",
  );
}

function readNamespace(value: string | undefined): string {
  const namespace = required(value || DEFAULT_NAMESPACE, 'Namespace');
  if (/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(namespace)) return namespace;
  throw new InvalidInputError(
    `"${namespace}" is not a valid name of a namespace`,
    'Use lowercase letters, digits, and hyphens only, for example platform-common.',
  );
}

function isEmpty(value: string | undefined): boolean {
  return (value ?? '').trim() === '';
}
