import {
  CancelledError,
  ConnectionError,
  PlatformError,
  UnexpectedResponseError,
  type Effect,
  type PlatformErrorDetails,
} from '../common/errors/errors';
import { excerpt, readHtmlTitle, isHtml } from '../common/text/text';
import { tlsError } from './tls/failures';
import { isGatewayPage, describeBlockPage, readBlockPage } from './gatewayPages';
import { MAX_RESPONSE_MS, getSilenceLimitMs } from './limits';
import { findProxy } from './proxies';
import type { HttpRequest, Payload } from './request';
import { readHeaderText, readRetryAfter, type ResponseHead, type TextResponse } from './response';

const UNKNOWN_HOST_CODES = ['ENOTFOUND', 'EAI_AGAIN'];
const TIMEOUT_CODES = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'];

export function connectionError(
  { url, tls, peer = 'the platform' }: Pick<HttpRequest, 'url' | 'tls' | 'peer'>,
  cause: unknown,
  wasSent: boolean,
): PlatformError {
  const { host, protocol } = url;
  const effect = wasSent ? 'unknown' : 'none';
  const tlsFailure = protocol === 'https:' ? tlsError(cause, { host, tls, effect }) : undefined;
  // After the handshake, an error of TLS is about a certificate only if it is permanent. Other errors are reported as a broken connection.
  if (tlsFailure && (!wasSent || !tlsFailure.isTemporary)) return tlsFailure;
  const { code = 'no reason given', message = '' } = readError(cause);
  const reason = `(${code}${message && `: ${excerpt(message)}`})`;
  if (!wasSent) {
    const isUnknown = UNKNOWN_HOST_CODES.includes(code);
    return new ConnectionError(
      isUnknown ? `The host ${host} was not found` : `Nothing responds at ${host}`,
      {
        hint: isUnknown
          ? `Check the address in the credential for typos. Check that n8n can resolve this name from where it runs. ${reason}`
          : `Check the host and the port in the credential. Check that ${peer} is running and that n8n can reach it. ${reason}`,
        isTemporary: code !== 'ENOTFOUND',
        cause,
      },
    );
  }
  if (TIMEOUT_CODES.includes(code)) {
    const proxy = findProxy(url);
    const peers = `${peer}${proxy ? ` or the proxy ${proxy.host}` : ''}`;
    return new ConnectionError(`${host} did not respond within ${getSilenceLimitMs() / 1000} s`, {
      hint: `${peers.charAt(0).toUpperCase()}${peers.slice(1)} may be overloaded. Try again later.`,
      effect,
      isTemporary: true,
      cause,
    });
  }
  const advice =
    protocol === 'http:'
      ? 'this port may be for HTTPS. If so, start the address in the credential with https://.'
      : 'the server may require a client certificate, or may not accept the client certificate in the credential.';
  return new ConnectionError(`The connection to ${host} broke`, {
    hint: `The network or a gateway closed the connection ${reason}. If no request to this address has worked yet, ${advice}`,
    effect,
    isTemporary: true,
    cause,
  });
}

function readError(error: unknown) {
  return (error ?? {}) as { code?: string; message?: string };
}

/** @param wasSent true if a connection had taken the request */
export function noResponseError(
  request: HttpRequest,
  error: unknown,
  { source }: Payload,
  wasSent = false,
): Error {
  // If the file that is sent cannot be read, the connection has not failed, and part of the file may have arrived.
  const mayHaveArrived = source?.failure ? source.wasBegun : wasSent;
  if (request.signal?.aborted) return new CancelledError(mayHaveArrived ? 'unknown' : 'none');
  if (source?.failure) return source.failure;
  return error instanceof PlatformError ? error : connectionError(request, error, wasSent);
}

export function incompleteResponseError(request: HttpRequest, error: unknown): Error {
  if (request.signal?.aborted) return new CancelledError();
  // Such an error already says what is wrong, for example that the response is too large.
  if (error instanceof PlatformError) return error;
  const reason = connectionError(request, error, true);
  if (TIMEOUT_CODES.includes(readError(error).code ?? '')) return reason;
  return new ConnectionError(`The response of ${request.url.host} is incomplete`, {
    hint: reason.hint,
    effect: 'unknown',
    isTemporary: true,
    cause: error,
  });
}

export function responseTooLargeError(host: string, maxBytes: number): UnexpectedResponseError {
  return new UnexpectedResponseError(
    `The response of ${host} is larger than ${maxBytes / 1024 ** 2} MiB`,
    {
      hint: 'The rest was not read. Request less data: fewer fields, a lower limit, one project, or one folder. Otherwise, check that the address in the credential is the platform’s.',
    },
  );
}

export function slowResponseError(host: string): ConnectionError {
  return new ConnectionError(
    `The response of ${host} did not end within ${MAX_RESPONSE_MS / 60_000} minutes`,
    {
      hint: 'Request less data: fewer fields, a lower limit, or one project. The platform may also be overloaded.',
      effect: 'unknown',
    },
  );
}

const TEMPORARY_STATUSES = new Set([408, 425, 429, 500, 502, 503, 504]);

const HINT_BY_STATUS = new Map([
  [
    403,
    'Ask a platform administrator. This login may have no right to do this, or a gateway in front of the platform refused the request.',
  ],
  [
    404,
    'Check the base URL and the platform ID in the credential. Nothing was found at this address.',
  ],
  [
    413,
    'Send less data, or ask the administrator of the platform or of the gateway in front of it to allow larger requests.',
  ],
  [429, 'The platform received too many requests. Try again later.'],
  [
    501,
    'Check the address in the credential. The server does not offer what was requested, so it may not be the platform.',
  ],
]);

export function statusError(
  url: URL,
  response: TextResponse,
  secrets: readonly string[],
  effect?: Effect,
) {
  const { status } = response;
  const page = readBlockPage(response, secrets);
  if (page) {
    const { message, hint } = describeBlockPage(url, response, page);
    return new PlatformError(message, {
      ...readStatusDetails(response, page.by),
      hint,
      code: 'PLATFORM_ERROR',
      ...(effect && { effect }),
    });
  }
  const message = readPlatformMessage(response, secrets);
  const target = readHeaderText(response.headers.location);
  const isRedirect = status >= 300 && status < 400;
  const failed =
    status === 403 ? 'denied access (HTTP 403)' : `returned HTTP ${status} for ${url.pathname}`;
  return new PlatformError(
    isRedirect
      ? `${url.host} redirects ${url.pathname} to another address (HTTP ${status})`
      : `${url.host} ${failed}${message ? `: ${message}` : ''}`,
    {
      ...readStatusDetails(response, isGatewayPage(response) ? 'gateway' : undefined),
      hint: isRedirect
        ? buildRedirectHint(url, target)
        : (HINT_BY_STATUS.get(status) ?? buildDefaultHint(status)),
      ...(effect && { effect }),
    },
  );
}

/** Returns an error if the response is a block page. Such a page does not show whether the platform did anything. */
export function blockPageError(
  url: URL,
  response: TextResponse,
  secrets: readonly string[],
): UnexpectedResponseError | undefined {
  const page = readBlockPage(response, secrets);
  if (!page) return undefined;
  const { message, hint } = describeBlockPage(url, response, page);
  return new UnexpectedResponseError(message, { hint, status: response.status, page: page.by });
}

/** Returns an error if the response is a web page. @param expected for the message, such as "a setting" */
export function webPageError(
  url: URL,
  response: TextResponse,
  secrets: readonly string[],
  expected: string,
  effect?: Effect,
): UnexpectedResponseError | undefined {
  const blocked = blockPageError(url, response, secrets);
  if (blocked || !isHtml(response.text)) return blocked;
  return new UnexpectedResponseError(
    `${url.host} returned a web page instead of ${expected}: "${readHtmlTitle(response.text, secrets)}"`,
    {
      hint: 'Check the base URL and the platform ID in the credential. The page may come from a login page or a gateway in front of the platform.',
      status: response.status,
      page: 'gateway',
      effect,
    },
  );
}

export function readStatusDetails(
  { status, headers, rateLimit }: ResponseHead,
  page?: PlatformErrorDetails['page'],
) {
  return {
    effect: deriveStatusEffect(status, page),
    isTemporary: TEMPORARY_STATUSES.has(status),
    status,
    retryAfterMs: readRetryAfter(readHeaderText(headers['retry-after'])),
    rateLimit,
    page,
  };
}

/** A server that returns 501 (not implemented) or 507 (no space left) did not carry out the request. */
const NO_EFFECT_STATUSES = [501, 507];
/** A firewall that returns one of these statuses refused the request for its size before passing it on. */
const EARLY_FIREWALL_STATUSES = [411, 413, 414, 431];

/** Returns "unknown" if the platform may have carried out the request, or may still do so. */
function deriveStatusEffect(status: number, page: PlatformErrorDetails['page']): Effect {
  // Firewalls also inspect responses, so a firewall may block the response to a change that was made.
  const mayBeBlockedResponse = page === 'firewall' && !EARLY_FIREWALL_STATUSES.includes(status);
  const mayHaveReachedPlatform =
    (status >= 500 && !NO_EFFECT_STATUSES.includes(status)) || status === 408;
  return mayBeBlockedResponse || mayHaveReachedPlatform ? 'unknown' : 'none';
}

function buildDefaultHint(status: number): string {
  return status >= 500
    ? 'Try again later. The platform, or a gateway in front of it, has a problem. If no request to this address has worked yet, check the address in the credential.'
    : 'Check the values of this node and of the credential.';
}

function buildRedirectHint(url: URL, target: string | undefined): string {
  const address = target && URL.canParse(target, url.href) ? new URL(target, url) : undefined;
  if (address && address.origin !== url.origin) {
    return `The new address is ${excerpt(address.origin)}. If that is the platform, use it as the base URL in the credential.`;
  }
  return 'Check the base URL in the credential. It may be that of a web page with its own login.';
}

/** Returns the message in a JSON body, the title of a page, or the start of another body. */
function readPlatformMessage(response: TextResponse, secrets: readonly string[]): string {
  if (isHtml(response.text)) return readHtmlTitle(response.text, secrets);
  try {
    const body: unknown = JSON.parse(response.text);
    if (typeof body === 'string') return excerpt(body, secrets);
    const { message, error, detail } = (body ?? {}) as Record<string, unknown>;
    const text = [message, error, detail].find((value) => typeof value === 'string');
    return excerpt(typeof text === 'string' ? text : response.text, secrets);
  } catch {
    return excerpt(response.text, secrets);
  }
}
