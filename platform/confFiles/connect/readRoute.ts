import { ConnectionError, type PlatformError, UnexpectedResponseError } from '../../errors/errors';
import type { TextResponse } from '../../http/response';
import type { TlsOptions } from '../../tls/options';
import { excerpt } from '../../text/text';
import { CLOSED as CLOSED_BY_TLS, tlsReason } from '../../tls/failures';
import { readKubernetesAccess, type KubernetesCredential } from '../../kubernetes/access';
import { proxyRefusal, proxiedService } from '../../kubernetes/serviceProxy';
import { CONF_SERVICE, CONF_SERVICE_PORT } from '../../kubernetes/uploadToken';

/** A refusal, and what was asked for. */
interface RefusedRead {
  url: URL;
  response: TextResponse;
  /** As "list /". */
  action: string;
}

/** How whatever reads comes to the service, which answers inside its cluster only (interface, section 4.6). */
export interface ReadRoute {
  /** In front of `/configuration/…`; without a slash at its end. */
  address: string;
  headers: Record<string, string>;
  tls: TlsOptions;
  /** Values that no error may show. */
  secrets: readonly string[];
  /** Whether pages arrive with other bytes than they were sent with. */
  changesPages: boolean;
  /** What to check where a page comes in the place of a file. */
  checkHint: string;
  /** What to throw where no response came; left out: what was thrown. */
  unanswered?(error: unknown, url: URL): unknown;
  /** What to throw for a page in the place of a list. */
  pageInsteadOfList(url: URL, title: string): PlatformError;
  /** What to throw for a refusal of somebody on the way; undefined for one that may be the service's own. */
  refusal?(refused: RefusedRead): PlatformError | undefined;
}

/** A port forwarded to the service, or its address inside the cluster. It needs no token. */
export function localRoute(localAddress: string, tls: TlsOptions): ReadRoute {
  return {
    address: localAddress,
    headers: {},
    tls,
    secrets: [],
    // As with `kubectl proxy`: the API server is on the way after all.
    changesPages: /\/services\/[^/]+\/proxy$/.test(localAddress),
    checkHint: 'Check "Local Address" in the credential. The service itself needs no login.',
    unanswered: (error, url) => explainLocal(error, url, localAddress),
    pageInsteadOfList: (url, title) => anotherService(url, `it returned a web page ("${title}")`),
  };
}

const FORWARD =
  'kubectl -n platform-common port-forward service/platform-common-confservice 8080:80';
/** Where a port is forwarded to this machine, or to the one that a container runs on. */
const FORWARDED =
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|host\.docker\.internal|host\.containers\.internal)$/;
/** The other side has taken the connection, and closed it. */
const CLOSED = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/**
 * What to throw where the local address gave no response. It mostly leads through a forwarded port, which is the first thing
 * to look at: it ends with its pod, its terminal or the night.
 * @param url what was asked for
 */
function explainLocal(error: unknown, url: URL, localAddress: string): unknown {
  if (!(error instanceof ConnectionError)) return error;
  const { code = '', name } = (error.cause ?? {}) as Partial<NodeJS.ErrnoException>;
  if (name === 'HTTPParserError') return anotherService(url, 'its response is not HTTP', error);
  const reason = tlsReason(error.cause);
  if (reason !== undefined && reason !== CLOSED_BY_TLS) return error;
  const { host, hostname, protocol } = url;
  const { lastEffect, isTemporary } = error;
  const details = { effect: lastEffect, isTemporary, cause: error };
  if (CLOSED.has(code) && FORWARDED.test(hostname)) {
    const orHttps =
      protocol === 'http:'
        ? ', or if this port is for HTTPS: then start the address in the credential with https://'
        : '';
    return new ConnectionError(`The forwarded port ${host} no longer works`, {
      ...details,
      hint: `It closes each connection, which happens if the pod behind it is gone${orHttps}. Start kubectl port-forward again: ${FORWARD}`,
    });
  }
  if (lastEffect !== 'none') return error;
  return new ConnectionError(`The configuration file service is not reachable at ${localAddress}`, {
    ...details,
    hint: `Check that the port is forwarded. To forward it, run: ${FORWARD} — or enter the address of the service inside the cluster. If you want neither, set "Read Files Through" to Cluster. (${excerpt(error.message)})`,
  });
}

function anotherService({ host }: URL, what: string, cause?: PlatformError): PlatformError {
  return new UnexpectedResponseError(`Another service responds at ${host}: ${what}`, {
    hint: `Check the port of "Local Address" in the credential. Another program may use it. For port forwarding, choose a free port: ${FORWARD}`,
    cause,
  });
}

const CHECK_HINT =
  'Check "API Server" in the Kubernetes credential. A gateway in front of it, or the service mesh of the pod, may require its own login.';

/**
 * The API server of the cluster, which passes requests on to the service: nothing is forwarded.
 * @throws InvalidInputError naming the credential's field that cannot be used
 */
export function clusterRoute(credential: KubernetesCredential): ReadRoute {
  const service = proxiedService(readKubernetesAccess(credential), CONF_SERVICE, CONF_SERVICE_PORT);
  return {
    ...service,
    // It writes its own address into the links of pages.
    changesPages: true,
    checkHint: CHECK_HINT,
    pageInsteadOfList: ({ host }, title) =>
      new UnexpectedResponseError(
        `A web page ("${title}") was returned instead of the list of files`,
        { hint: `It comes from ${host}. ${CHECK_HINT}` },
      ),
    refusal: (refused) => proxyRefusal(refused, service),
  };
}
