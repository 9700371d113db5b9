import { ConnectionError, PlatformError, UnexpectedAnswerError } from '../errors';
import { exchangeText } from '../http/exchange';
import type { TextAnswer } from '../http/collectText';
import { excerpt, htmlTitle } from '../text';
import { ConfFileRefusal } from './refusals';

const FORWARD =
  'kubectl -n platform-common port-forward service/platform-common-confservice 8080:80';
const OTHER_PORT = `Check the port of "Local Address" in the credential, and what else uses it. If a port is to be forwarded there, choose a free one: ${FORWARD}`;
/** Where a port is forwarded to this machine, or to the one that a container runs on. */
const FORWARDED =
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|host\.docker\.internal|host\.containers\.internal)$/;
/** The other side has taken the connection, and closed it. */
const CLOSED = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);
/** Answers of servers for HTTPS to plain HTTP: of Go, nginx and Apache. */
const WANTS_TLS =
  /HTTP request to an HTTPS server|plain HTTP request was sent to HTTPS port|plain HTTP to an SSL-enabled server port/i;
const NO_TLS = /wrong.version.number|packet length too long|unknown protocol/i;
const CERTIFICATE = /^(?:CERT_|ERR_TLS_|ERR_SSL_|ERR_OSSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/**
 * What to throw where the local address gave no answer. It mostly leads through a forwarded port, which is the first thing
 * to look at: it ends with its pod, its terminal or the night.
 * @param url what was asked for
 */
export async function explainLocal(
  error: unknown,
  url: URL,
  { localAddress, signal }: { localAddress: string; signal?: AbortSignal },
): Promise<unknown> {
  if (!(error instanceof ConnectionError)) return error;
  const { code = '', name, message } = (error.cause ?? {}) as Partial<NodeJS.ErrnoException>;
  if (name === 'HTTPParserError') return anotherService(url, 'what it says is not HTTP', error);
  const isForwarded = FORWARDED.test(url.hostname);
  const wasClosed = CLOSED.has(code);
  if (error.reach !== 'never' && !(wasClosed && isForwarded)) return error;
  if (NO_TLS.test(`${code} ${message}`)) return otherScheme(url, 'http', error);
  if (wasClosed && isForwarded) {
    if (await speaksTls(url, signal)) return otherScheme(url, 'https', error);
    return leadsNowhere(url, error);
  }
  return CERTIFICATE.test(code) ? error : unreachable(error, localAddress);
}

/** What to throw for a refusal at the local address: the service's own, or that of another service at its port. */
export function refusedLocally(
  url: URL,
  answer: TextAnswer,
  refusal: ConfFileRefusal,
): PlatformError {
  const { text, status } = answer;
  if (url.protocol === 'http:' && status === 400 && WANTS_TLS.test(text)) {
    return otherScheme(url, 'https', refusal);
  }
  const isElsewhere = refusal.saidBy === 'gateway' && FORWARDED.test(url.hostname);
  if (status !== 404 || !isElsewhere) return refusal;
  const hint = `Another service answers at ${url.host}. ${OTHER_PORT}`;
  return new ConfFileRefusal(refusal.message, { ...refusal, hint }, refusal.saidBy);
}

export function pageInsteadOfList(
  url: URL,
  { text }: TextAnswer,
  secrets: readonly string[],
): PlatformError {
  const title = htmlTitle(text, secrets);
  return anotherService(url, `a web page came ("${title}")`);
}

function anotherService({ host }: URL, what: string, cause?: PlatformError): PlatformError {
  return new UnexpectedAnswerError(`Another service answers at ${host}: ${what}`, {
    hint: OTHER_PORT,
    reach: 'answered',
    cause,
  });
}

function otherScheme(url: URL, scheme: 'http' | 'https', cause: PlatformError): PlatformError {
  const speaks = scheme === 'https' ? 'HTTPS' : 'plain HTTP';
  return new ConnectionError(`The port ${url.host} speaks ${speaks}`, {
    hint: `Write ${scheme}://${url.host} as "Local Address" in the credential.`,
    reach: 'never',
    cause,
  });
}

function leadsNowhere({ host }: URL, cause: ConnectionError): ConnectionError {
  return new ConnectionError(`The forwarded port ${host} leads nowhere any more`, {
    hint: `It takes connections and closes them, as where the pod behind it is gone. Start kubectl port-forward again: ${FORWARD}`,
    reach: cause.reach,
    transient: cause.transient,
    cause,
  });
}

function unreachable(error: ConnectionError, localAddress: string): ConnectionError {
  return new ConnectionError(`The configuration file service is not reachable at ${localAddress}`, {
    hint: `Is the port forwarded? Run: ${FORWARD} — or give the address of that service inside the cluster. (${excerpt(error.message)})`,
    reach: 'never',
    transient: error.transient,
    cause: error,
  });
}

/** Many a server for HTTPS closes the connection without a word where it is spoken to in plain HTTP. */
async function speaksTls(url: URL, signal: AbortSignal | undefined): Promise<boolean> {
  if (url.protocol !== 'http:') return false;
  const secure = new URL(url);
  secure.protocol = 'https:';
  try {
    await exchangeText({
      method: 'GET',
      url: new URL('/', secure),
      headers: {},
      tls: { allowUnauthorizedCerts: true },
      answer: 'short',
      signal,
    });
    return true;
  } catch (error) {
    return error instanceof PlatformError && error.reach !== 'never';
  }
}
