import { ConnectionError, UnexpectedResponseError, type PlatformError } from '../../errors/errors';
import type { TextResponse } from '../../http/response';
import { excerpt, htmlTitle } from '../../text/text';
import { CLOSED as CLOSED_BY_TLS, tlsReason } from '../../tls/failures';
import { ConfFileRefusal } from '../refusals';

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
export function explainLocal(error: unknown, url: URL, localAddress: string): unknown {
  if (!(error instanceof ConnectionError)) return error;
  const { code = '', name } = (error.cause ?? {}) as Partial<NodeJS.ErrnoException>;
  if (name === 'HTTPParserError') return anotherService(url, 'its response is not HTTP', error);
  const reason = tlsReason(error.cause);
  if (reason !== undefined && reason !== CLOSED_BY_TLS) return error;
  if (CLOSED.has(code) && FORWARDED.test(url.hostname)) return brokenPortForward(url, error);
  return error.reach === 'never' ? unreachable(error, localAddress) : error;
}

/** What to throw for a refusal at the local address: the service's own, or that of another service at its port. */
export function refusedLocally(
  url: URL,
  response: TextResponse,
  refusal: ConfFileRefusal,
): PlatformError {
  const isElsewhere = refusal.sentBy === 'gateway' && FORWARDED.test(url.hostname);
  if (response.status !== 404 || !isElsewhere) return refusal;
  const hint = `Another service responds at ${url.host}. ${OTHER_PORT}`;
  return new ConfFileRefusal(refusal.message, { ...refusal, hint }, refusal.sentBy);
}

export function pageInsteadOfList(
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
