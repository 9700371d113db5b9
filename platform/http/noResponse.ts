import { CancelledError, ConnectionError, PlatformError } from '../errors/errors';
import { excerpt } from '../text/text';
import { CLOSED, tlsError, tlsReason } from '../tls/failures';
import { silenceLimitMs } from './limits';
import { ProxyFailure, proxyFailure, proxyFor } from './proxies';
import type { Exchange, Payload } from './request';

const UNKNOWN_HOST_CODES = ['ENOTFOUND', 'EAI_AGAIN'];
const TIMEOUT_CODES = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'];

type Asked = Pick<Exchange, 'url' | 'tls' | 'peer'>;

/** Turns what undici or Node threw into a typed error that says how far the request got. */
export function connectionError(
  { url, tls, peer = 'the platform' }: Asked,
  cause: unknown,
  wasSent: boolean,
): PlatformError {
  const { host, protocol } = url;
  if (cause instanceof ProxyFailure) {
    const attempt = {
      host: `the proxy ${cause.proxy}`,
      isProxy: true,
      tls,
    };
    // A proxy by plain HTTP may end a connection as well.
    const isReset = tlsReason(cause.cause) === CLOSED;
    return (isReset ? undefined : tlsError(cause.cause, attempt)) ?? proxyFailure(host, cause);
  }
  const effect = wasSent ? 'unknown' : 'none';
  const ofTls = protocol === 'https:' ? tlsError(cause, { host, tls, effect }) : undefined;
  // What breaks later is no matter of certificates, unless the other side says so.
  if (ofTls && (!wasSent || !ofTls.isTemporary)) return ofTls;
  const { code = 'no reason given', message = '', data } = partsOf(cause);
  // A server that expects TLS answers plain HTTP with an alert: 21, then the version.
  if (protocol === 'http:' && data?.startsWith('\u0015\u0003')) {
    return new ConnectionError(`${host} uses HTTPS on this port`, {
      hint: 'Start the address in the credential with https:// instead of http://. (It responded with TLS.)',
    });
  }
  const said = `(${code}${message && `: ${excerpt(message)}`})`;
  if (!wasSent) {
    const isUnknown = UNKNOWN_HOST_CODES.includes(code);
    return new ConnectionError(
      isUnknown ? `The host ${host} was not found` : `Nothing responds at ${host}`,
      {
        hint: isUnknown
          ? `Check the address in the credential for typos. Check that n8n can resolve this name from where it runs. ${said}`
          : `Check the host and the port in the credential. Check that ${peer} is running and that n8n can reach it. ${said}`,
        isTemporary: code !== 'ENOTFOUND',
        cause,
      },
    );
  }
  if (TIMEOUT_CODES.includes(code)) {
    const proxy = proxyFor(url);
    const who = `${peer}${proxy ? ` or the proxy ${proxy.host}` : ''}`;
    return new ConnectionError(`${host} did not respond within ${silenceLimitMs() / 1000} s`, {
      hint: `${who.charAt(0).toUpperCase()}${who.slice(1)} may be overloaded. Try again later.`,
      effect,
      isTemporary: true,
      cause,
    });
  }
  const advice =
    protocol === 'http:'
      ? 'this port may be for HTTPS. Then start the address in the credential with https://.'
      : 'the server may require a client certificate, or may not accept the client certificate in the credential.';
  return new ConnectionError(`The connection to ${host} broke`, {
    hint: `The network or a gateway closed it ${said}. If no request to it has worked yet, ${advice}`,
    effect,
    isTemporary: true,
    cause,
  });
}

function partsOf(error: unknown) {
  return (error ?? {}) as { code?: string; message?: string; data?: string };
}

/** What to throw if no response came. @param wasSent whether the request had left */
export function noResponseError(
  exchange: Exchange,
  error: unknown,
  { source }: Payload,
  wasSent = false,
): Error {
  // What a body's source throws says nothing of the connection, and part of the body may have arrived.
  const isSourceFailure = source?.failure !== undefined;
  const wasBegun = isSourceFailure ? source.wasBegun : wasSent;
  if (exchange.signal?.aborted) return new CancelledError(wasBegun ? 'unknown' : 'none');
  if (isSourceFailure) return source.explain(wasBegun);
  return error instanceof PlatformError ? error : connectionError(exchange, error, wasSent);
}

/** What to throw if a response began and did not end. */
export function incompleteResponseError(exchange: Exchange, error: unknown): Error {
  if (exchange.signal?.aborted) return new CancelledError();
  // A bound that the response went beyond.
  if (error instanceof PlatformError) return error;
  const reason = connectionError(exchange, error, true);
  if (TIMEOUT_CODES.includes(partsOf(error).code ?? '')) return reason;
  return new ConnectionError(`The response of ${exchange.url.host} is incomplete`, {
    hint: reason.hint,
    effect: 'unknown',
    isTemporary: true,
    cause: error,
  });
}
