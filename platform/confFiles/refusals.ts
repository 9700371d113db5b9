import {
  PlatformError,
  UnexpectedResponseError,
  type PlatformErrorDetails,
} from '../common/errors/errors';
import type { TextResponse } from '../http/response';
import { blockPageError, readStatusDetails, statusError } from '../http/failures';
import { excerpt, readHtmlTitle, isHtml } from '../common/text/text';

const TOKEN_HINT =
  'Check the upload token in the credential. It is not a login token. Find it in the cluster’s secret platform-common-conf-upload-token, or in the log of the service.';

const HINT_BY_STATUS: Record<number, string> = {
  404: 'This path does not exist. Check the path, and the customer and the platform ID in the credential.',
  413: 'The service, or a gateway in front of it, does not accept files of this size. Ask a platform administrator to increase the limit.',
  507: 'The platform has no space left for this file. Delete files that are not needed, or ask an administrator for more space.',
};

/** Gateways respond with these texts if they know no service for an address. */
const GATEWAY_TEXTS =
  /^\s*(?:404 page not found|default backend - 404|404 not found|not found)\s*$|no route matched|route not found/i;

export class ConfFileRefusal extends PlatformError {
  constructor(
    message: string,
    details: PlatformErrorDetails,
    /** `gateway` for a web page or one of `GATEWAY_TEXTS`, `unknown` for an empty response. */
    readonly sentBy: 'service' | 'gateway' | 'unknown',
  ) {
    super(message, details);
  }
}

/** @param loginHint the hint if the token or the login was refused */
export function confFileRefusal(
  url: URL,
  response: TextResponse,
  action: string,
  secrets: readonly string[],
  loginHint = TOKEN_HINT,
): ConfFileRefusal {
  const { status } = response;
  const error = statusError(url, response, secrets);
  const sentBy = findSender(response);
  const hint = () => {
    if (status === 404 && sentBy === 'gateway') return buildGatewayHint(url.origin);
    if (error.page && status !== 413) return error.hint;
    return meansRefusedLogin(status) ? loginHint : (HINT_BY_STATUS[status] ?? error.hint);
  };
  return new ConfFileRefusal(
    `The configuration file service did not ${excerpt(action, secrets)}: ${error.message}`,
    { ...readStatusDetails(response, error.page), hint: hint(), code: error.code },
    sentBy,
  );
}

/**
 * Returns false for HTML, and for invalid text sent as JSON, because another server may have responded. Accepts other texts,
 * even as `text/html`: the interface does not show the bodies, and many frameworks send any text as `text/html`.
 */
export function isConfirmation({ headers, text }: TextResponse): boolean {
  if (isHtml(text)) return false;
  if (text === '' || !/\bjson\b/i.test(getContentType(headers))) return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export function unconfirmedError(
  url: URL,
  response: TextResponse,
  action: string,
  secrets: readonly string[],
): PlatformError {
  const blocked = blockPageError(url, response, secrets);
  const received = isHtml(response.text)
    ? `a web page ("${readHtmlTitle(response.text, secrets)}")`
    : 'an unreadable response';
  const message = blocked
    ? `It is not known whether the service did ${excerpt(action, secrets)}: ${blocked.message}`
    : `The request to ${excerpt(action, secrets)} returned ${received}`;
  return new UnexpectedResponseError(message, {
    hint: blocked?.hint ?? buildGatewayHint(url.origin),
    // The server that sent this response may have forwarded the request to the service.
    effect: 'unknown',
    isTemporary: !blocked,
    status: response.status,
  });
}

/** Returns true for HTTP 404, whether it comes from the service, a gateway or another server. */
export function isNotFound(error: unknown): error is ConfFileRefusal {
  return error instanceof ConfFileRefusal && error.status === 404;
}

export function isNotFoundByService(error: unknown): boolean {
  return isNotFound(error) && error.sentBy === 'service';
}

/** Returns false for a web page, because it comes from a gateway, which does not check the upload token. */
export function isRefusedToken(error: unknown): error is ConfFileRefusal {
  return error instanceof ConfFileRefusal && !error.page && meansRefusedLogin(error.status);
}

function meansRefusedLogin(status: number | undefined): boolean {
  return status === 401 || status === 403;
}

function findSender(response: TextResponse): ConfFileRefusal['sentBy'] {
  if (response.text.trim() === '') return 'unknown';
  return isWebPage(response) || GATEWAY_TEXTS.test(response.text) ? 'gateway' : 'service';
}

/** The service never sends a web page as a refusal or a list, so such a response comes from another server. */
export function isWebPage({ headers, text }: TextResponse): boolean {
  return isHtml(text) || /^\s*text\/html\b/i.test(getContentType(headers));
}

function getContentType(headers: TextResponse['headers']): string {
  return String(headers['content-type'] ?? '');
}

function buildGatewayHint(origin: string): string {
  return `Check the address, the customer, and the platform ID in the credential, and that the service is running. The response comes from a gateway or another server at ${origin}, not from the service.`;
}
