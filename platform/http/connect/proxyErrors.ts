import { ConnectionError, TimeoutError, type PlatformError } from '../../errors/errors';
import { excerpt } from '../../text/text';
import { type ResponseHead, headerText } from '../head';
import { proxyFor } from './proxyVariables';

const CHECK_VARIABLES =
  'Check the environment variables HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, and NO_PROXY of n8n';

/** A proxy that could not be reached, or opened no tunnel. The request was never sent. */
export class ProxyFailure extends Error {
  /**
   * @param proxy its host and port
   * @param status what it answered to the wish for a tunnel, if it answered
   */
  constructor(
    readonly proxy: string,
    options: { cause?: unknown; status?: number },
  ) {
    super(`Could not connect through the proxy ${proxy}`, options);
    this.status = options.status;
  }

  readonly status: number | undefined;
}

/** @param host where the request was to go @param timeoutMs how long the proxy may be silent */
export function proxyFailure(
  host: string,
  { proxy, status, cause }: ProxyFailure,
  timeoutMs: number,
): PlatformError {
  if (status !== undefined) return refusal(host, proxy, status, 'never');
  const { code = 'no reason given', message = '' } = (cause ??
    {}) as Partial<NodeJS.ErrnoException>;
  const details = {
    hint: `${CHECK_VARIABLES}, and check that the proxy works. (${code}: ${excerpt(message)})`,
    reach: 'never' as const,
    transient: true,
    cause,
  };
  if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET') {
    return new ConnectionError(
      `The proxy ${proxy} closed the connection when it was asked for ${host}`,
      details,
    );
  }
  return code === 'UND_ERR_HEADERS_TIMEOUT'
    ? new TimeoutError(`The proxy ${proxy} did not respond within ${timeoutMs / 1000} s`, details)
    : new ConnectionError(`The proxy ${proxy} cannot be reached`, details);
}

/** What to throw where a proxy that passes requests on answered in the platform's place. */
export function proxyRefusal(url: URL, response: ResponseHead): PlatformError | undefined {
  const { status } = response;
  if (url.protocol !== 'http:' || (status !== 403 && status !== 407)) return undefined;
  const proxy = proxyFor(url);
  if (!proxy || (status === 403 && !isOfProxy(response))) return undefined;
  return refusal(url.host, proxy.host, status, 'answered');
}

/** The platform's own refusals are data; a proxy's are pages, or say whose they are. */
function isOfProxy({ headers }: ResponseHead): boolean {
  const says = ['x-squid-error', 'proxy-status', 'proxy-authenticate'];
  const isPage = /^text\/html/i.test(headerText(headers['content-type']) ?? '');
  return isPage || says.some((name) => Object.hasOwn(headers, name));
}

function refusal(
  host: string,
  proxy: string,
  status: number,
  reach: 'never' | 'answered',
): ConnectionError {
  return status === 407
    ? new ConnectionError(`The proxy ${proxy} requires a login (HTTP 407)`, {
        hint: 'Add or fix the login in the environment variable of the proxy, for example http://user:password@proxy.example.com:3128. Then restart n8n.',
        reach,
        status,
      })
    : new ConnectionError(`The proxy ${proxy} blocked a request to ${host} (HTTP ${status})`, {
        hint: `Ask the administrator of the proxy to allow ${host}. If n8n can reach the host without the proxy, add the host to NO_PROXY.`,
        reach,
        status,
        transient: status >= 500,
      });
}
