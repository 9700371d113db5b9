import { AuthenticationError, HttpStatusError, UnexpectedResponseError } from '../errors/errors';
import { exchangeText } from '../http/exchange';
import { type TextResponse, isSuccess } from '../http/response';
import { refusedByPage, refusingPage } from '../http/gatewayPages';
import { statusError } from '../http/statusErrors';
import { addressOf, type PlatformAccess } from '../access';
import { excerpt, htmlTitle, isHtml } from '../text/text';
import { isObject } from '../text/values';

/** Gateways with large heads carry tokens with many groups and rights. */
const MAX_TOKEN_CHARACTERS = 256 * 1024;

/** Names under which deployments wrap the token, where they do. */
const TOKEN_FIELDS = ['token', 'access_token', 'accessToken', 'jwt', 'id_token'] as const;

export interface IssuedToken {
  /** Without "Bearer". */
  token: string;
  /** From when it was issued; undefined where neither the token nor the response says it. */
  lifetimeMs: number | undefined;
}

/** The authentication call (interface, section 4.1). */
export async function authenticate(access: PlatformAccess): Promise<IssuedToken> {
  const url = addressOf(access, 'authentication', 'api', 'open', 'authenticate');
  const response = await exchangeText({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/plain',
      [access.realmHeader.toLowerCase()]: access.realm,
    },
    body: JSON.stringify({ login: access.login, password: access.password }),
    tls: access.tls,
    response: 'short',
  });
  if (!isSuccess(response)) throw loginRefusal(url, response, access);
  const token = tokenOf(url, response, loginSecrets(access));
  return { token, lifetimeMs: tokenLifetimeMs(token, Date.now(), response.text) };
}

/** What no text from outside may show; together they are what HTTP's own login sends. */
export function loginSecrets({ login, password }: PlatformAccess): string[] {
  return [password, `${login}:${password}`];
}

/** The response's format is not shown: plain text, a JSON string or an object with a token are all read. */
function tokenOf(url: URL, response: TextResponse, secrets: readonly string[]): string {
  const page = refusingPage(response, secrets);
  if (page) {
    const { message, hint } = refusedByPage(url, response, page);
    throw new UnexpectedResponseError(message, { hint, reach: 'answered', page: page.by });
  }
  if (isHtml(response.text)) {
    throw unexpected(
      `${url.origin} returned a web page for the login: "${htmlTitle(response.text, secrets)}"`,
    );
  }
  const token = tokenIn(response.text.trim());
  if (token === undefined || token.length > MAX_TOKEN_CHARACTERS || !/^[\x21-\x7e]+$/.test(token)) {
    throw unexpected(`${url.origin} accepted the login but returned no token`);
  }
  return token;
}

export function tokenIn(text: string): string | undefined {
  if (!/^["{[]/.test(text)) return text || undefined;
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'string') return body.trim();
    const fields = body as Record<string, unknown>;
    const name = TOKEN_FIELDS.find((field) => typeof fields[field] === 'string');
    return name === undefined ? undefined : String(fields[name]).trim();
  } catch {
    return undefined;
  }
}

function unexpected(message: string): UnexpectedResponseError {
  return new UnexpectedResponseError(message, {
    hint: 'Check the base URL in the credential. It must be the address of the platform, not of a page or a proxy in front of it.',
    reach: 'answered',
  });
}

function loginRefusal(url: URL, response: TextResponse, access: PlatformAccess): Error {
  const error = statusError(url, response, loginSecrets(access));
  // It says nothing of the login.
  if (error.page && response.status !== 401 && response.status !== 404) return error;
  if (response.status === 401 || response.status === 403) {
    return new AuthenticationError(
      `The platform rejected the login "${excerpt(access.login)}" for the realm "${access.realm}"`,
      {
        hint: `Check the login, the password, and the realm in the credential. (${error.message})`,
        reach: 'answered',
        status: response.status,
      },
    );
  }
  if (response.status === 400 || response.status === 404) {
    return new HttpStatusError(error.message, {
      hint:
        response.status === 404
          ? `No login service was found at ${url.href}. Check the base URL in the credential${pathHint(access)}.`
          : `Check the realm ("${access.realm}") and the name of the realm header ("${access.realmHeader}") in the credential.`,
      reach: 'answered',
      status: response.status,
    });
  }
  return error;
}

function pathHint(access: PlatformAccess): string {
  const { pathname, origin } = new URL(access.baseUrl);
  return pathname === '/' ? '' : `: try it without "${pathname}", for example ${origin}`;
}

/**
 * How long a token lasts, in milliseconds from when it was issued; undefined where nothing says it.
 * A JWT's `exp` is compared with its own `iat` where there is one, so that a platform whose clock
 * differs from ours does not look as if all its tokens had expired.
 * @param answer the login's response, which may have `expires_in` beside the token, in seconds as OAuth says
 */
export function tokenLifetimeMs(token: string, nowMs: number, answer = ''): number | undefined {
  const { exp, iat } = jwtClaims(token);
  const issuedSeconds = typeof iat === 'number' ? iat : nowMs / 1000;
  const lifetimes = [Number(exp) - issuedSeconds, Number(jsonObject(answer).expires_in)].filter(
    (seconds) => seconds > 0,
  );
  return lifetimes.length > 0 ? Math.min(...lifetimes) * 1000 : undefined;
}

function jwtClaims(token: string): Record<string, unknown> {
  const parts = token.split('.');
  return parts.length === 3
    ? jsonObject(Buffer.from(parts[1] ?? '', 'base64url').toString('utf8'))
    : {};
}

function jsonObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
