import { CancelledError, ConnectionError, PlatformError, TimeoutError } from '../errors/errors';
import { excerpt } from '../text/text';
import { describeClientCertificate } from '../tls/certificates';
import { clientCertificateOf } from '../tls/clientIdentity';
import { CLOSED, describeTlsFailure, HTTP2_ONLY, tlsError, tlsReason } from '../tls/failures';
import type { TlsOptions } from '../tls/options';
import { httpsInstead } from './gatewayPages';
import { MAX_HEAD_BYTES, silenceLimitMs } from './limits';
import { ProxyFailure, proxyFailure, proxyFor } from './proxies';
import type { Exchange, Payload } from './request';

interface Failure {
  what: (host: string) => string;
  /** @param peer who is asked, as "the platform" */
  hint: (peer: string) => string;
  transient: boolean;
}

const UNKNOWN_HOST: Failure = {
  what: (host) => `The host ${host} was not found`,
  hint: () =>
    'Check the address in the credential for typos. Check that n8n can resolve this name from where it runs.',
  transient: false,
};
const NOT_LISTENING: Failure = {
  what: (host) => `Nothing responds at ${host}`,
  hint: (peer) =>
    `Check the host and the port in the credential. Check that ${peer} is running and that n8n can reach it.`,
  transient: true,
};
const NOT_CONNECTED: Failure = {
  what: (host) => `Could not connect to ${host}`,
  hint: (peer) =>
    `Check the address in the credential. Check that ${peer} is running and that n8n can reach it.`,
  transient: true,
};
const NOT_SENDABLE: Failure = {
  what: (host) => `This request to ${host} cannot be sent`,
  hint: () =>
    'Check the address and the values in the credential for characters that cannot be sent.',
  transient: false,
};

/** What the codes of failures mean that come while connecting. */
const WHILE_CONNECTING = new Map<string, Failure>([
  ['ENOTFOUND', UNKNOWN_HOST],
  ['EAI_AGAIN', { ...UNKNOWN_HOST, transient: true }],
  ['ECONNREFUSED', NOT_LISTENING],
  ['EHOSTUNREACH', NOT_LISTENING],
  ['ENETUNREACH', NOT_LISTENING],
  ['ETIMEDOUT', NOT_LISTENING],
  ['UND_ERR_CONNECT_TIMEOUT', NOT_LISTENING],
  ['UND_ERR_INVALID_ARG', NOT_SENDABLE],
]);

const NO_HEAD_IN_TIME = 'UND_ERR_HEADERS_TIMEOUT';
const TIMEOUT_CODES = new Set([NO_HEAD_IN_TIME, 'UND_ERR_BODY_TIMEOUT']);

/** No response has begun in time, although bytes may have come: undici has the same for silence. */
export class NoResponseInTime extends Error {
  readonly code = NO_HEAD_IN_TIME;
}

/** What is known of a request that failed. */
interface Attempt {
  /** Whether the request had been handed to an open connection. */
  wasSent: boolean;
  timeoutMs: number;
  tls?: TlsOptions;
  /** Who is asked, as "the platform". */
  peer?: string;
}

/**
 * Turns what undici or Node threw into a typed error that says how far the request got.
 */
export function connectionError(
  url: URL,
  error: unknown,
  { wasSent, timeoutMs, tls = {}, peer = 'the platform' }: Attempt,
): PlatformError {
  if (error instanceof ProxyFailure) {
    const host = `the proxy ${error.proxy}`;
    const failed = isReset(error.cause)
      ? undefined
      : tlsError(error.cause, { host, isProxy: true, tls, reach: 'never' });
    return failed ?? proxyFailure(url.host, error, timeoutMs);
  }
  const reach = wasSent ? 'unknown' : 'never';
  const failed =
    url.protocol === 'https:' ? tlsError(error, { host: url.host, tls, reach }) : undefined;
  // What breaks later is no matter of certificates, unless the other side says so.
  if (failed && (!wasSent || !failed.transient)) return failed;
  if (isAnsweredByTls(url, error)) return httpsInstead(url, { said: 'it responded with TLS' });
  if (isAnsweredByHttp2(error)) {
    const attempt = { host: url.host, tls, reach: 'answered' as const };
    return describeTlsFailure(HTTP2_ONLY, attempt, { said: 'it responded with HTTP/2' });
  }
  const code = codeOf(error);
  if (!wasSent) {
    const failure = WHILE_CONNECTING.get(code) ?? NOT_CONNECTED;
    return new ConnectionError(failure.what(url.host), {
      hint: `${failure.hint(peer)} (${code || 'no reason given'}${words(error)})`,
      reach: 'never',
      transient: failure.transient,
      cause: error,
    });
  }
  if (TIMEOUT_CODES.has(code)) {
    return new TimeoutError(`${url.host} did not respond within ${timeoutMs / 1000} s`, {
      hint: `${capitalized(peer)}${orProxy(url, ' or')} may be overloaded. Try again later.`,
      reach: 'unknown',
      transient: true,
      cause: error,
    });
  }
  const broken = BROKEN_RULES.find((rule) => rule.applies(code, error));
  if (broken) {
    return new ConnectionError(broken.what(url.host), {
      hint: `${broken.hint} Ask the administrator of the server, or of the gateway in front of it.`,
      reach: 'unknown',
      cause: error,
    });
  }
  return new ConnectionError(`The connection to ${url.host} broke`, {
    hint: `The network or a gateway closed it (${code || 'no reason given'}${words(error)}).${firstTimeAdvice(url, tls)}`,
    reach: 'unknown',
    transient: true,
    cause: error,
  });
}

/** What undici refuses to read, and will the next time. */
const BROKEN_RULES = [
  {
    applies: (code: string) => code === 'UND_ERR_HEADERS_OVERFLOW',
    what: (host: string) =>
      `The response of ${host} has headers of more than ${MAX_HEAD_BYTES / 1024} KiB`,
    hint: 'It may send too many cookies or too large a token.',
  },
  {
    applies: (code: string, error: unknown) =>
      code === 'UND_ERR_SOCKET' && error instanceof Error && error.message === 'bad response',
    what: (host: string) =>
      `The response of ${host} begins with "100 Continue", which was not requested`,
    hint: 'It must not be sent to clients that do not request it.',
  },
];

/** What may be wrong where nothing has ever answered: gateways often hang up without a word. */
function firstTimeAdvice({ origin, protocol }: URL, tls: TlsOptions): string {
  if (hasAnswered(origin)) return '';
  if (protocol === 'http:') {
    return ' If this port is for HTTPS, start the address in the credential with https://.';
  }
  const shown = clientCertificateOf(tls);
  return shown
    ? ` It may not accept the client certificate in the credential. ${describeClientCertificate(shown)}`
    : ' It may require a client certificate. Paste it into "Client Certificate" in the credential.';
}

/** A proxy by plain HTTP may end a connection as well. */
function isReset(error: unknown): boolean {
  return tlsReason(error) === CLOSED;
}

/** A server that expects TLS answers plain HTTP with an alert: 21, then the version. */
function isAnsweredByTls({ protocol }: URL, error: unknown): boolean {
  const { data } = (error ?? {}) as { data?: unknown };
  return protocol === 'http:' && typeof data === 'string' && data.startsWith('\u0015\u0003');
}

/** A server that speaks HTTP/2 alone begins with its settings: a frame of type 4 on stream 0. */
function isAnsweredByHttp2(error: unknown): boolean {
  const { data } = (error ?? {}) as { data?: unknown };
  return typeof data === 'string' && data.startsWith('\0') && data.startsWith('\u0004\0', 3);
}

/** Where requests are passed on, what is silent may be the proxy. */
function orProxy(url: URL, word: string): string {
  const proxy = proxyFor(url);
  return proxy ? `${word} the proxy ${proxy.host}` : '';
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function words(error: unknown): string {
  return error instanceof Error && error.message ? `: ${excerpt(error.message)}` : '';
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : '';
}

const MAX_ORIGINS = 1_000;

const answered = new Set<string>();

export function noteResponse(origin: string): void {
  if (answered.size < MAX_ORIGINS) answered.add(origin);
}

/** Whether an origin has ever answered in this process; if not, the way to it may be set up wrongly. */
function hasAnswered(origin: string): boolean {
  return answered.has(origin);
}

/** What to throw if no response came. @param wasSent whether the request had left */
export function noResponseError(
  { url, tls, peer, signal }: Exchange,
  error: unknown,
  { source }: Payload,
  wasSent = false,
): Error {
  // What a body's source throws says nothing of the connection, and part of the body may have arrived.
  const isSourceFailure = source?.failure !== undefined;
  const wasBegun = isSourceFailure ? source.wasBegun : wasSent;
  if (signal?.aborted) return new CancelledError(wasBegun ? 'unknown' : 'never');
  if (isSourceFailure) return source.explain(wasBegun);
  if (error instanceof PlatformError) return error;
  return connectionError(url, error, { wasSent, timeoutMs: silenceLimitMs(), tls, peer });
}

/** What to throw if a response began and did not end. */
export function incompleteResponseError(exchange: Exchange, error: unknown): Error {
  noteResponse(exchange.url.origin);
  if (exchange.signal?.aborted) return new CancelledError();
  // A bound that the response went beyond.
  if (error instanceof PlatformError) return error;
  const { url, tls, peer } = exchange;
  const timeoutMs = silenceLimitMs();
  const reason = connectionError(url, error, { wasSent: true, timeoutMs, tls, peer });
  if (!(reason instanceof ConnectionError)) return reason;
  return new ConnectionError(`The response of ${url.host} is incomplete`, {
    hint: reason.hint,
    reach: 'unknown',
    transient: true,
    cause: error,
  });
}
