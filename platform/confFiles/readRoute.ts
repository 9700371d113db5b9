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
  /** Words for messages, such as "list /". */
  action: string;
}

/** Reads reach the service, which responds only inside its cluster, by this route (interface, section 4.6). */
export interface ReadRoute {
  /** Precedes `/configuration/…`, without a slash at its end. */
  address: string;
  headers: Record<string, string>;
  tls: TlsOptions;
  secrets: readonly string[];
  /** True if the route changes the bytes of HTML files. */
  rewritesPages: boolean;
  /** Tells the user what to check after a web page or a request for a login. */
  checkHint: string;
  /** Explains an error without a response. */
  explain(error: unknown): unknown;
  /** Returns undefined for a refusal that may be the service's own. */
  refusal(refused: RefusedRead): PlatformError | undefined;
}

/** @param localAddress a port forwarded to the service, or its address inside the cluster */
export function localRoute(localAddress: string, tls: TlsOptions): ReadRoute {
  return {
    address: localAddress,
    headers: {},
    tls,
    secrets: [],
    // With `kubectl proxy`, the API server is on the way.
    rewritesPages: /\/services\/[^/]+\/proxy$/.test(localAddress),
    checkHint:
      'Check "Local Address" in the credential. Another program may use its port. The service itself needs no login.',
    explain: (error) => explainLocal(error, localAddress),
    refusal: () => undefined,
  };
}

const FORWARD =
  'kubectl -n platform-common port-forward service/platform-common-confservice 8080:80';

/** A forwarded port ends with its pod or its terminal, so the user should check it first. Errors of TLS and proxies stay unchanged. */
function explainLocal(error: unknown, localAddress: string): unknown {
  if (!(error instanceof ConnectionError) || error instanceof ProxyError) return error;
  const tls = findTlsReason(error.cause);
  if (tls !== undefined && tls !== CLOSED_BY_TLS) return error;
  const { effectOfLastSend, isTemporary } = error;
  return new ConnectionError(
    `The configuration file service is not reachable at ${localAddress}: ${error.message}`,
    {
      hint: `Check that the port is forwarded, and that the address is right, including http:// or https://. To forward the port, run: ${FORWARD} — or enter the address of the service inside the cluster, or set "Read Files Through" to Cluster.`,
      ...{ effect: effectOfLastSend, isTemporary, cause: error },
    },
  );
}

/**
 * Reads through the API server of the cluster.
 * @throws InvalidInputError with the name of the credential's field that cannot be used
 */
export function clusterRoute(credential: KubernetesCredential): ReadRoute {
  const service = buildProxiedService(
    readKubernetesAccess(credential),
    CONF_SERVICE,
    CONF_SERVICE_PORT,
  );
  const { address, headers, tls, secrets } = service;
  return {
    ...{ address, headers, tls, secrets },
    rewritesPages: true,
    checkHint:
      'Check "API Server" in the Kubernetes credential. A gateway in front of it, or the service mesh of the pod, may require its own login.',
    explain: (error) => error,
    refusal: (refused) => findApiServerRefusal(refused, service),
  };
}
