import { type PlatformError, ConnectionError, UnexpectedResponseError } from '../../errors/errors';
import type { TextResponse } from '../../http/response';
import type { TlsOptions } from '../../tls/options';
import { ConfFileRefusal } from '../refusals';
import { excerpt, htmlTitle } from '../../text/text';
import { CLOSED as CLOSED_BY_TLS, tlsReason } from '../../tls/failures';
import { readKubernetesAccess, type KubernetesCredential } from '../../kubernetes/access';
import { proxyRefusal, proxiedService } from '../../kubernetes/serviceProxy';
import { CONF_SERVICE } from '../../kubernetes/uploadToken';

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
  /** What to throw where no response came. */
  unanswered(error: unknown, url: URL): unknown;
  /** What to throw for a refusal: the service's own, or that of somebody on the way. */
  refusal(refused: RefusedRead, ofService: ConfFileRefusal): PlatformError;
  /** What to throw for a page in the place of a list. */
  pageInsteadOfList(url: URL, response: TextResponse, secrets: readonly string[]): PlatformError;
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
    refusal: ({ url, response }, ofService) => refusedLocally(url, response, ofService),
    pageInsteadOfList,
  };
}

const FORWARD =
  'kubectl -n platform-common port-forward service/platform-common-confservice 8080:80';
const OTHER_PORT = `Check the port of "Local Address" in the credential. Another program may use it. For port forwarding, choose a free port: ${FORWARD}`;
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
  if (CLOSED.has(code) && FORWARDED.test(url.hostname)) return brokenPortForward(url, error);
  return error.reach === 'never' ? unreachable(error, localAddress) : error;
}

/** What to throw for a refusal at the local address: the service's own, or that of another service at its port. */
function refusedLocally(url: URL, response: TextResponse, refusal: ConfFileRefusal): PlatformError {
  const isElsewhere = refusal.sentBy === 'gateway' && FORWARDED.test(url.hostname);
  if (response.status !== 404 || !isElsewhere) return refusal;
  const hint = `Another service responds at ${url.host}. ${OTHER_PORT}`;
  return new ConfFileRefusal(refusal.message, { ...refusal, hint }, refusal.sentBy);
}

function pageInsteadOfList(
  url: URL,
  { text }: TextResponse,
  secrets: readonly string[],
): PlatformError {
  const title = htmlTitle(text, secrets);
  return anotherService(url, `it returned a web page ("${title}")`);
}

function anotherService({ host }: URL, what: string, cause?: PlatformError): PlatformError {
  return new UnexpectedResponseError(`Another service responds at ${host}: ${what}`, {
    hint: OTHER_PORT,
    reach: 'answered',
    cause,
  });
}

function brokenPortForward({ host, protocol }: URL, cause: ConnectionError): ConnectionError {
  return new ConnectionError(`The forwarded port ${host} no longer works`, {
    hint: `It closes each connection, which happens if the pod behind it is gone${protocol === 'http:' ? ', or if this port is for HTTPS: then start the address in the credential with https://' : ''}. Start kubectl port-forward again: ${FORWARD}`,
    reach: cause.reach,
    transient: cause.transient,
    cause,
  });
}

function unreachable(error: ConnectionError, localAddress: string): ConnectionError {
  return new ConnectionError(`The configuration file service is not reachable at ${localAddress}`, {
    hint: `Check that the port is forwarded. To forward it, run: ${FORWARD} — or enter the address of the service inside the cluster. If you want neither, set "Read Files Through" to Cluster. (${excerpt(error.message)})`,
    reach: 'never',
    transient: error.transient,
    cause: error,
  });
}

const PORT = 80;
const CHECK_HINT =
  'Check "API Server" in the Kubernetes credential. A gateway in front of it, or the service mesh of the pod, may require its own login.';

/**
 * The API server of the cluster, which passes requests on to the service: nothing is forwarded.
 * @throws InvalidInputError naming the credential's field that cannot be used
 */
export function clusterRoute(credential: KubernetesCredential): ReadRoute {
  const service = proxiedService(readKubernetesAccess(credential), CONF_SERVICE, PORT);
  const { address, headers, tls, secrets } = service;
  return {
    address,
    headers,
    tls,
    secrets,
    // It writes its own address into the links of pages.
    changesPages: true,
    checkHint: CHECK_HINT,
    unanswered: (error) => error,
    refusal: (refused, ofService) => proxyRefusal(refused, service) ?? ofService,
    pageInsteadOfList: ({ host }, { text }, shown) =>
      new UnexpectedResponseError(
        `A web page ("${htmlTitle(text, shown)}") was returned instead of the list of files`,
        { hint: `It comes from ${host}. ${CHECK_HINT}`, reach: 'answered' },
      ),
  };
}
