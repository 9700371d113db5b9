import { getProxyForUrl } from 'proxy-from-env';
import {
  ConnectionError,
  InvalidInputError,
  type Effect,
  type PlatformError,
} from '../common/errors/errors';
import { hideProxyLogin } from '../common/text/secrets';
import { excerpt, hideLogin } from '../common/text/text';
import { CLOSED, tlsError, findTlsReason } from './tls/failures';
import type { TlsOptions } from './tls/options';
import { getSilenceLimitMs } from './limits';
import { type ResponseHead, readHeaderText } from './response';

const CHECK_ENVIRONMENT =
  'Check the environment variables HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, and NO_PROXY of n8n';

const SCHEMES = ['http:', 'https:'];

/**
 * Returns the proxy for an address, if the environment sets one, and hides its login in all later texts. Uses the same library as
 * the rest of n8n, so HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY mean the same.
 * @throws InvalidInputError if the proxy's address cannot be used
 */
export function findProxy(url: URL): URL | undefined {
  // The library uses the parts of a URL object unchanged, but would parse a text by other rules.
  const address = getProxyForUrl(url as never);
  if (!address) return undefined;
  const proxy = URL.canParse(address) ? new URL(address) : undefined;
  if (proxy?.hostname && SCHEMES.includes(proxy.protocol)) {
    hideProxyLogin(proxy);
    return proxy;
  }
  throw new InvalidInputError(
    `The proxy in the environment of n8n cannot be used: "${hideLogin(address)}"`,
    `${CHECK_ENVIRONMENT}. Use the format http://proxy.example.com:3128; SOCKS is not supported. Then restart n8n. Nothing was sent.`,
  );
}

export class ProxyError extends ConnectionError {}

export interface ProxyRoute {
  /** The host to which the requests through the proxy go. */
  host: string;
  proxy: URL;
  tls: TlsOptions;
}

/** Returns the error for a proxy that cannot be reached, or does not respond to the request for a tunnel. */
export function proxyConnectError(
  { host, proxy: { host: proxy }, tls }: ProxyRoute,
  cause: unknown,
): ConnectionError {
  // A connection by plain HTTP may also be reset, so a reset is not reported as a failure of TLS.
  const isReset = findTlsReason(cause) === CLOSED;
  const tlsFailure = tlsError(cause, { host: `the proxy ${proxy}`, isProxy: true, tls });
  if (tlsFailure && !isReset) return tlsFailure;
  const { code = 'no reason given', message = '' } = (cause ??
    {}) as Partial<NodeJS.ErrnoException>;
  const details = {
    hint: `${CHECK_ENVIRONMENT}, and check that the proxy works. (${code}: ${excerpt(message)})`,
    isTemporary: true,
    cause,
  };
  if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET') {
    return new ProxyError(
      `The proxy ${proxy} closed the connection when n8n requested ${host}`,
      details,
    );
  }
  return code === 'UND_ERR_HEADERS_TIMEOUT'
    ? new ProxyError(
        `The proxy ${proxy} did not respond within ${getSilenceLimitMs() / 1000} s`,
        details,
      )
    : new ProxyError(`The proxy ${proxy} cannot be reached`, details);
}

/** Returns an error if the response comes from a proxy for plain HTTP, not from the platform. */
export function proxyResponseError(url: URL, head: ResponseHead): PlatformError | undefined {
  const { status, headers } = head;
  const proxy = url.protocol === 'http:' ? findProxy(url) : undefined;
  // Proxies also add this header, without an error, to responses that they pass on (RFC 9209).
  const hasFailed = /;\s*error=/.test(readHeaderText(headers['proxy-status']) ?? '');
  if (!proxy || !(status === 407 || hasFailed || headers['x-squid-error'])) return undefined;
  return proxyStatusError({ host: url.host, proxy }, status, status < 500 ? 'none' : 'unknown');
}

export function proxyStatusError(
  { host, proxy: { host: proxy } }: Pick<ProxyRoute, 'host' | 'proxy'>,
  status: number,
  effect: Effect,
): ProxyError {
  const details = { status, effect };
  if (status === 407) {
    return new ProxyError(`The proxy ${proxy} requires a login (HTTP 407)`, {
      hint: 'Add or fix the login in the environment variable of the proxy, for example http://user:password@proxy.example.com:3128. Then restart n8n.',
      ...details,
    });
  }
  if (status >= 500) {
    return new ProxyError(`The proxy ${proxy} got no response from ${host} (HTTP ${status})`, {
      hint: `Check the host in the credential. Ask the administrator of the proxy whether it can reach ${host}. If n8n can reach the host without the proxy, add the host to NO_PROXY.`,
      isTemporary: true,
      ...details,
    });
  }
  return new ProxyError(`The proxy ${proxy} blocked a request to ${host} (HTTP ${status})`, {
    hint: `Ask the administrator of the proxy to allow ${host}. If n8n can reach the host without the proxy, add the host to NO_PROXY.`,
    ...details,
  });
}
