import { excerpt, readHtmlTitle, isHtml, stripHtml } from '../common/text/text';
import { readHeaderText, type TextResponse } from './response';

/** A web page of a firewall or gateway that refused a request. */
export interface BlockPage {
  /** If the page has no title, the start of its text. */
  title: string;
  /** The number of the request in the log of the firewall or gateway. */
  supportId?: string;
  /** A page with a support ID counts as that of a firewall. */
  by: 'gateway' | 'firewall';
}

/** Firewalls and gateways put these words before the number of a request that they refuse. */
const SUPPORT_ID =
  /\b(?:support|reference|request|ray|incident|block|attack|event|transaction|tracking|unique|error|case|log|correlation|trace)\s*(?:(?:id|number|no\.?|code)\b(?:\s+is\b)?\s*[:#]?|#)\s*["'<([]?([a-z0-9][\w.+/=:-]{4,99})/gi;
const MAX_ID_CHARACTERS = 100;
/** Limits the search at the start and at the end of a page. */
const MAX_SEARCHED_CHARACTERS = 16 * 1024;

/** Returns true for any web page. It comes from a gateway or another server, because no service of the platform sends one. */
export function isGatewayPage({ headers, text }: TextResponse): boolean {
  const type = readHeaderText(headers['content-type']) ?? '';
  return (
    isHtml(text) || (/^\s*(?:text\/html|application\/xhtml)\b/i.test(type) && text.trim() !== '')
  );
}

/** Without 404 and 405, which usually come from another server, and without 5xx, with which a gateway reports its own problem. */
const BLOCKING_STATUSES = new Set([
  400, 403, 406, 409, 410, 411, 412, 413, 414, 415, 416, 417, 418, 422, 431, 451, 493,
]);
/** Some firewalls send a block page with a status of success. */
const BLOCK_WORDS = /\b(?:rejected|blocked|denied|forbidden|firewall|not acceptable)\b/i;

export function readBlockPage(
  response: TextResponse,
  secrets: readonly string[],
): BlockPage | undefined {
  if (!isGatewayPage(response)) return undefined;
  const title = readHtmlTitle(response.text, secrets);
  const supportId = findSupportId(response, secrets);
  const isBlock =
    BLOCKING_STATUSES.has(response.status) ||
    (response.status < 300 &&
      (BLOCK_WORDS.test(title) ||
        /support id/i.test(response.text.slice(0, MAX_SEARCHED_CHARACTERS))));
  return isBlock
    ? { title, supportId, by: supportId === undefined ? 'gateway' : 'firewall' }
    : undefined;
}

/** One of these words is in the title of most login pages. */
const LOGIN_WORDS =
  /\b(?:log[- ]?(?:in|on)|logged out|sign[- ]?(?:in|on)|signed out|sso|authenticat\w{0,6}|anmeld\w{0,4}|connexion)\b|\bsession\b.{0,40}\b(?:expired|ended|timed out)\b/i;
/** Matches a password field, a form that leads to the login of another server, or a script that leads to a login. */
const LOGIN_MARKUP =
  /\btype\s?=\s?["']?password\b|\bname\s?=\s?["']?(?:SAMLRequest|SAMLResponse|RelayState)\b|\b(?:location(?:\.href|\.replace|\.assign)?|url|action)\s?[=(]\s?["']?[^"'\s<>]{0,200}\b(?:log-?in|sign-?in|sso|saml2?|oauth2?|openid|openid-connect)\b/i;

/** Gateways return a login page with a status of success. */
export function isLoginPage({ status, text }: TextResponse): boolean {
  if (status > 299 || !isHtml(text)) return false;
  const start = text.slice(0, MAX_SEARCHED_CHARACTERS);
  return LOGIN_WORDS.test(readHtmlTitle(start)) || LOGIN_MARKUP.test(start);
}

const GUIDE_URL =
  'https://github.com/n8n-nodes-data-platform/n8n-nodes-data-platform/blob/main/docs/network.md#firewalls-and-limits-of-size';

export function describeBlockPage({ host }: URL, { status }: TextResponse, page: BlockPage) {
  const title = page.title ? `: "${page.title}"` : '';
  const id = page.supportId === undefined ? '' : `. Support ID: ${page.supportId}`;
  const identification = page.supportId === undefined ? 'the time' : 'the support ID';
  return {
    message: `A firewall or gateway between n8n and the platform refused this request (HTTP ${status})${title}${id}`,
    hint: `Ask the administrator of the firewall or gateway which rule refused the request, and tell them ${identification}. The rights of the login are not the reason: ${host} returned a web page, and the platform never sends one. Help for the administrator: ${GUIDE_URL}`,
  };
}

function findSupportId({ text }: TextResponse, secrets: readonly string[]): string | undefined {
  const ends = [text.slice(0, MAX_SEARCHED_CHARACTERS), text.slice(-MAX_SEARCHED_CHARACTERS)];
  for (const end of ends) {
    for (const [, id = ''] of stripHtml(end).matchAll(SUPPORT_ID)) {
      // Without a digit, it is an ordinary word.
      if (/\d/.test(id)) return excerpt(id.replace(/[.:=]+$/, ''), secrets, MAX_ID_CHARACTERS);
    }
  }
  return undefined;
}
