import {
  PlatformError,
  UnexpectedResponseError,
  type PlatformErrorDetails,
} from '../errors/errors';
import type { TextResponse } from '../http/response';
import { detailsOfStatus, statusError } from '../http/statusErrors';
import { excerpt, htmlTitle, isHtml } from '../text/text';

const TOKEN_HINT =
  'Check the upload token in the credential. It is not a login token. Find it in the cluster’s secret platform-common-conf-upload-token, or in the log of the service.';

const HINTS: Record<number, string> = {
  404: 'This path does not exist. Check the path, and the customer and the platform ID in the credential.',
  413: 'The service, or a gateway in front of it, does not accept files of this size. Ask a platform administrator to increase the limit.',
  507: 'The platform has no space left for this file. Delete files that are not needed, or ask an administrator for more space.',
};

/** What gateways answer themselves where they know no service for an address. */
const GATEWAY_WORDS =
  /^\s*(?:404 page not found|default backend - 404|404 not found|not found)\s*$|no route matched|route not found/i;

/** A response by which the configuration file service, or something in front of it, refuses. */
export class ConfFileRefusal extends PlatformError {
  constructor(
    message: string,
    details: PlatformErrorDetails,
    /** Who said so, as far as the response tells: a web page or a gateway's stock text is not the service's; nothing says nothing. */
    readonly sentBy: 'service' | 'gateway' | 'unknown',
  ) {
    super(message, details);
  }
}

/** The error for a response with a status that says that the request failed. */
export function confFileRefusal(
  url: URL,
  response: TextResponse,
  action: string,
  secrets: readonly string[],
  /** What to do about a refused login or a redirect, where that is not what the credential's upload token needs. */
  { login = TOKEN_HINT, redirect }: { login?: string; redirect?: string } = {},
): ConfFileRefusal {
  const { status } = response;
  const error = statusError(url, response, secrets);
  const saidBy = senderOf(response);
  return new ConfFileRefusal(
    `The configuration file service did not ${excerpt(action, secrets)}: ${error.message}`,
    {
      ...detailsOfStatus(response),
      hint:
        status === 404 && saidBy === 'gateway'
          ? gatewayHint(url.origin)
          : error.page && status !== 413
            ? error.hint
            : isTokenStatus(status)
              ? login
              : ((status < 400 ? redirect : HINTS[status]) ?? error.hint),
      code: error.code,
      page: error.page,
    },
    saidBy,
  );
}

/**
 * Whether a response that says success can be the service's: no HTML, and no JSON that breaks off. The interface does not
 * show these bodies, and `text/html` is the type that many frameworks give to any text.
 */
export function isConfirmation({ headers, text }: TextResponse): boolean {
  if (isHtml(text)) return false;
  if (text === '' || !/\bjson\b/i.test(contentType(headers))) return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The error for a response that says success and is not the service's. */
export function unconfirmed(
  { origin }: URL,
  response: TextResponse,
  action: string,
  secrets: readonly string[],
): PlatformError {
  const what = isHtml(response.text)
    ? `A web page was returned ("${htmlTitle(response.text, secrets)}")`
    : 'The service returned an unreadable response';
  return new UnexpectedResponseError(`${what} to the request to ${excerpt(action, secrets)}`, {
    hint: gatewayHint(origin),
    // Whatever stands in between may have passed the request on.
    effect: 'unknown',
    isTemporary: true,
    status: response.status,
  });
}

/** Whether the response was that there is no such path, whoever said so. */
export function isNotFound(error: unknown): error is ConfFileRefusal {
  return error instanceof ConfFileRefusal && error.status === 404;
}

/** Whether the service itself said that there is no such path. */
export function isNotFoundByService(error: unknown): boolean {
  return isNotFound(error) && error.sentBy === 'service';
}

/** Whether a change was refused for its token; a firewall's page is about something else. */
export function isRefusedToken(error: unknown): boolean {
  return error instanceof ConfFileRefusal && !error.page && isTokenStatus(error.status);
}

function isTokenStatus(status: number | undefined): boolean {
  return status === 401 || status === 403;
}

function senderOf(response: TextResponse): ConfFileRefusal['sentBy'] {
  if (response.text.trim() === '') return 'unknown';
  return isWebPage(response) || GATEWAY_WORDS.test(response.text) ? 'gateway' : 'service';
}

/** A page for people, which the service never sends about a change. */
export function isWebPage({ headers, text }: TextResponse): boolean {
  return isHtml(text) || /^\s*text\/html\b/i.test(contentType(headers));
}

function contentType(headers: TextResponse['headers']): string {
  return String(headers['content-type'] ?? '');
}

function gatewayHint(origin: string): string {
  return `The response comes from a gateway or another server at ${origin}, not from the service. Check the address, the customer, and the platform ID in the credential. Check that the service is running.`;
}
