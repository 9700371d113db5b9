import { ConnectionError, type PlatformError } from '../common/errors/errors';
import { ProxyError } from '../http/proxies';
import type { TextResponse } from '../http/response';
import type { TlsOptions } from '../http/tls/options';
import { CLOSED as CLOSED_BY_TLS, findTlsReason } from '../http/tls/failures';
import { readKubernetesAccess, type KubernetesCredential } from '../cluster/access';
import { findApiServerRefusal, buildProxiedService } from '../cluster/serviceProxy';
import { CONF_SERVICE, CONF_SERVICE_PORT } from '../cluster/uploadToken';

interface RefusedRead {
  url: URL;
  response: TextResponse;
  /** A verb phrase for messages, such as "list /". */
  action: string;
}

/** A way to list and retrieve files from the service, which responds only inside its cluster (interface, section 4.6). */
export interface ReadRoute {
  /** The part of the URL before `/configuration/…`, without a slash at the end. */
  address: string;
  headers: Record<string, string>;
  tls: TlsOptions;
  secrets: readonly string[];
  /** True if the route changes the bytes of HTML files. */
  rewritesPages: boolean;
  /** Tells the user what to check after a web page or a request for a login. */
  checkHint: string;
  /** Returns the error to throw if there was no response. */
  explain(error: unknown): unknown;
  /** Returns undefined if the service itself may have refused the request. */
  explainRefusal(refused: RefusedRead): PlatformError | undefined;
}

/** @param localAddress a port forwarded to the service, or its address inside the cluster */
export function createLocalRoute(localAddress: string, tls: TlsOptions): ReadRoute {
  return {
    address: localAddress,
    headers: {},
    tls,
    secrets: [],
    // This is the path of `kubectl proxy`, which sends requests through the API server.
    rewritesPages: /\/services\/[^/]+\/proxy$/.test(localAddress),
    checkHint:
      'Check "Local Address" in the credential. Another program may use its port. The service itself needs no login.',
    explain: (error) => explainLocal(error, localAddress),
    explainRefusal: () => undefined,
  };
}

const FORWARD_COMMAND =
  'kubectl -n platform-common port-forward service/platform-common-confservice 8080:80';

/** Port forwarding ends with its pod or terminal, so the hint names it first. Errors of proxies and TLS stay unchanged. */
function explainLocal(error: unknown, localAddress: string): unknown {
  if (!(error instanceof ConnectionError) || error instanceof ProxyError) return error;
  const tls = findTlsReason(error.cause);
  if (tls !== undefined && tls !== CLOSED_BY_TLS) return error;
  const { effectOfLastSend, isTemporary } = error;
  return new ConnectionError(
    `The configuration file service is not reachable at ${localAddress}: ${error.message}`,
    {
      hint: `Check that the port is forwarded, and that the address is right, including http:// or https://. To forward the port, run: ${FORWARD_COMMAND} — or enter the address of the service inside the cluster, or set "Read Files Through" to Cluster.`,
      effect: effectOfLastSend,
      isTemporary,
      cause: error,
    },
  );
}

/**
 * Reads through the API server of the cluster.
 * @throws InvalidInputError with the name of the credential's field that cannot be used
 */
export function createClusterRoute(credential: KubernetesCredential): ReadRoute {
  const service = buildProxiedService(
    readKubernetesAccess(credential),
    CONF_SERVICE,
    CONF_SERVICE_PORT,
  );
  return {
    ...service,
    rewritesPages: true,
    checkHint:
      'Check "API Server" in the Kubernetes credential. A gateway in front of it, or the service mesh of the pod, may require its own login.',
    explain: (error) => error,
    explainRefusal: (refused) => findApiServerRefusal(refused, service),
  };
}
