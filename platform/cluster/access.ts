import { InvalidInputError } from '../common/errors/errors';
import { readTlsOptions, type TlsOptions } from '../http/tls/options';
import { isBlank, readAddress, readToken, requireText, isEncodedToken } from '../session/access';

export interface KubernetesCredential extends TlsOptions {
  apiServer?: string;
  token?: string;
  namespace?: string;
}

export interface KubernetesAccess {
  /** Has no slash at its end, and may contain the path of a gateway. */
  apiServer: string;
  /** Empty if a client certificate replaces it, or if a proxy such as `kubectl proxy` logs in. */
  token: string;
  /** The platform's own services run in this namespace. */
  namespace: string;
  tls: TlsOptions;
}

const DEFAULT_NAMESPACE = 'platform-common';
/** Removed from the address, because each request adds its own API path. */
const API_PATH = /\/(?:api(?:\/v1)?|apis)$/;

/** @throws InvalidInputError with the name of the first field that cannot be used */
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
  return origin + path.replace(API_PATH, '');
}

/** The token may be empty if a client certificate, or a proxy over plain HTTP such as `kubectl proxy`, logs in. */
function readClusterToken(credential: KubernetesCredential, apiServer: string): string {
  const { token = '', clientCertificate, clientKey } = credential;
  const hasOtherLogin =
    !isBlank(clientCertificate) || !isBlank(clientKey) || apiServer.startsWith('http://');
  if (isBlank(token) && hasOtherLogin) return '';
  const trimmedToken = readToken(token, 'Token');
  if (!isEncodedToken(trimmedToken)) return trimmedToken;
  throw new InvalidInputError(
    'The Token is still Base64-encoded',
    "The cluster’s secret contains the token in this encoding. Decode it first, for example with: kubectl -n platform-common get secret n8n-token -o jsonpath='{.data.token}' | base64 -d",
  );
}

function readNamespace(value: string | undefined): string {
  const namespace = requireText(value || DEFAULT_NAMESPACE, 'Namespace');
  if (/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(namespace)) return namespace;
  throw new InvalidInputError(
    `"${namespace}" is not a valid namespace name`,
    'Use lowercase letters, digits, and hyphens only, for example platform-common.',
  );
}
