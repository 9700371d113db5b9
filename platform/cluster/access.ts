import { InvalidInputError } from '../common/errors/errors';
import { readTlsOptions, type TlsOptions } from '../http/tls/options';
import { readAddress, readToken, requireText, isEncodedToken } from '../session/access';

export interface KubernetesCredential extends TlsOptions {
  apiServer?: string;
  token?: string;
  namespace?: string;
}

export interface KubernetesAccess {
  /** Without a slash at its end; may contain a gateway's path. */
  apiServer: string;
  /** Empty if a client certificate is the login, or a proxy such as `kubectl proxy` logs in. */
  token: string;
  /** The namespace of the platform's own parts. */
  namespace: string;
  tls: TlsOptions;
}

const DEFAULT_NAMESPACE = 'platform-common';
/** The client itself adds this to the address. */
const OWN_PATH = /\/(?:api(?:\/v1)?|apis)$/;

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
  return origin + path.replace(OWN_PATH, '');
}

/** A proxy over plain HTTP, such as `kubectl proxy`, logs in itself. */
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
  const namespace = requireText(value || DEFAULT_NAMESPACE, 'Namespace');
  if (/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(namespace)) return namespace;
  throw new InvalidInputError(
    `"${namespace}" is not a valid name of a namespace`,
    'Use lowercase letters, digits, and hyphens only, for example platform-common.',
  );
}

function isEmpty(value: string | undefined): boolean {
  return (value ?? '').trim() === '';
}
