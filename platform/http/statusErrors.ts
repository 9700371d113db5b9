import { PlatformError, type Effect, type PlatformErrorDetails } from '../errors/errors';
import { excerpt, htmlTitle, isHtml } from '../text/text';
import { headerText, readRetryAfter, type ResponseHead, type TextResponse } from './response';
import { isPage, refusedByPage, refusingPage } from './gatewayPages';

const TEMPORARY_STATUSES = new Set([408, 429, 500, 502, 503, 504]);

const HINTS = new Map([
  [403, 'Ask a platform administrator. This login may have no right to do this.'],
  [
    404,
    'Check the base URL and the platform ID in the credential. Nothing was found at this address.',
  ],
  [413, 'The platform, or a gateway in front of it, does not accept requests of this size.'],
  [429, 'The platform received too many requests. Try again later.'],
  [
    501,
    'Check the address in the credential. The server does not offer what was requested, so it may not be the platform.',
  ],
]);

/** The error for a response whose HTTP status says that the request failed. */
export function statusError(
  url: URL,
  response: TextResponse,
  secrets: readonly string[],
  effect?: Effect,
) {
  const { status } = response;
  const page = refusingPage(response, secrets);
  if (page) {
    const { message, hint } = refusedByPage(url, response, page);
    const code = 'PLATFORM_ERROR';
    return new PlatformError(message, {
      ...detailsOfStatus(response, page.by),
      hint,
      code,
      ...(effect && { effect }),
    });
  }
  const said = platformWords(response, secrets);
  const target = headerText(response.headers.location);
  const redirected = status >= 300 && status < 400;
  const failed =
    status === 403 ? 'denied access (HTTP 403)' : `returned HTTP ${status} for ${url.pathname}`;
  return new PlatformError(
    redirected
      ? `${url.host} redirects ${url.pathname} to another address (HTTP ${status})`
      : `${url.host} ${failed}${said ? `: ${said}` : ''}`,
    {
      ...detailsOfStatus(response, isPage(response) ? 'gateway' : undefined),
      hint: redirected ? redirectHint(url, target) : (HINTS.get(status) ?? defaultHint(status)),
      ...(effect && { effect }),
    },
  );
}

/** Returns what the head of a response shows that says that the request failed. */
export function detailsOfStatus(
  { status, headers, rateLimit }: ResponseHead,
  page?: PlatformErrorDetails['page'],
) {
  return {
    effect: effectOfStatus(status, page),
    isTemporary: TEMPORARY_STATUSES.has(status),
    status,
    retryAfterMs: readRetryAfter(headerText(headers['retry-after'])),
    rateLimit,
    page,
  };
}

/** Not implemented, and no space left: a server that responds so has not done it. */
const DEFINITE_STATUSES = [501, 507];
/** Refusals of a request for its size or address are made before it is passed on; 401, 404 and 405, too. */
const BEFORE_THE_PLATFORM = [401, 404, 405, 411, 413, 414, 429, 431];

/** A gateway's error proves nothing, since the platform may act long after it. */
function effectOfStatus(status: number, page: PlatformErrorDetails['page']): Effect {
  // A firewall inspects responses, too: it may refuse to pass on what the platform has done.
  const isOfFirewall = page === 'firewall' && !BEFORE_THE_PLATFORM.includes(status);
  const isOfGateway = (status >= 500 && !DEFINITE_STATUSES.includes(status)) || status === 408;
  return isOfFirewall || isOfGateway ? 'unknown' : 'none';
}

function defaultHint(status: number): string {
  return status >= 500
    ? 'Try again later. The platform, or a gateway in front of it, has a problem. If no request to this address has worked yet, check the address in the credential.'
    : 'Check the values of this node and of the credential.';
}

function redirectHint(url: URL, target: string | undefined): string {
  const address = target && URL.canParse(target, url.href) ? new URL(target, url) : undefined;
  if (address && address.origin !== url.origin) {
    return `The new address is ${excerpt(address.origin)}. If that is the platform, use it as the base URL in the credential.`;
  }
  return 'The base URL in the credential may be that of a web page with its own login.';
}

/** What the platform itself said: a message in a JSON body, or the title of a page. */
function platformWords(response: TextResponse, secrets: readonly string[]): string {
  if (isHtml(response.text)) return htmlTitle(response.text, secrets);
  try {
    const body: unknown = JSON.parse(response.text);
    if (typeof body === 'string') return excerpt(body, secrets);
    const { message, error, detail } = (body ?? {}) as Record<string, unknown>;
    const said = [message, error, detail].find((value) => typeof value === 'string');
    return excerpt(typeof said === 'string' ? said : response.text, secrets);
  } catch {
    return excerpt(response.text, secrets);
  }
}
