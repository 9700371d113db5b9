import { PlatformError, UnexpectedResponseError } from '../common/errors/errors';
import { exchangeText } from '../http/exchange';
import type { Sending } from '../http/sending';
import { type TextResponse, isSuccess } from '../http/response';
import { blockPageError, statusError } from '../http/failures';
import { buildAddress, type PlatformAccess } from './access';
import { excerpt, readHtmlTitle, isHtml } from '../common/text/text';
import { toObject } from '../common/text/values';
import { listFieldNames, findTokenAt, findTokens, type FoundToken } from './loginToken';

export interface IssuedToken {
  /** Without "Bearer". */
  token: string;
  /** Counted from the time when the token was issued; undefined if unknown. */
  lifetimeMs: number | undefined;
}

/** Logs in (interface, section 4.1). */
export async function authenticate(
  access: PlatformAccess,
  sending: Sending,
  signal: AbortSignal,
): Promise<IssuedToken> {
  const url = buildAddress(access, 'authentication', 'api', 'open', 'authenticate');
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
    sending,
    signal,
  });
  if (!isSuccess(response)) throw failedLoginError(url, response, access);
  const { token, fields } = pickToken(url, response, access);
  return { token, lifetimeMs: readTokenLifetimeMs(token, Date.now(), fields) };
}

/** Returns the values that no message may show: the password, and the text that HTTP Basic authentication would encode. */
export function listLoginSecrets({ login, password }: PlatformAccess): string[] {
  return [password, `${login}:${password}`];
}

function pickToken(url: URL, response: TextResponse, access: PlatformAccess): FoundToken {
  const secrets = listLoginSecrets(access);
  const blocked = blockPageError(url, response, secrets);
  if (blocked) throw blocked;
  if (isHtml(response.text)) {
    throw noTokenError(
      `${url.origin} returned a web page for the login: "${readHtmlTitle(response.text, secrets)}"`,
    );
  }
  const { tokenPath } = access;
  const atPath = tokenPath && findTokenAt(response, tokenPath);
  if (atPath) return atPath;
  const found = findTokens(response);
  const [only, ...others] = found;
  if (only && others.length === 0 && !tokenPath) return only;
  if (!only) {
    const hint = buildTokenPathHint(response, tokenPath);
    throw noTokenError(`${url.origin} accepted the login but returned no token`, hint);
  }
  const places = excerpt(found.map(({ place }) => place).join(', '), secrets);
  const hint = `Set "Token Path" in the credential to the place of the token. Tokens were found at: ${places}`;
  throw noTokenError(
    tokenPath
      ? `${url.origin} returned no token at "${excerpt(tokenPath)}"`
      : `${url.origin} accepted the login but returned several different tokens`,
    hint,
  );
}

function buildTokenPathHint({ text }: TextResponse, tokenPath: string): string {
  const names = listFieldNames(text);
  const fields = names === '' ? '' : ` The fields of the response are: ${names}.`;
  const advice = tokenPath ? 'Correct' : 'If the token is in another place, enter it in';
  return `${advice} "Token Path" in the credential.${fields} ${CHECK_BASE_URL}`;
}

const CHECK_BASE_URL =
  'Check the base URL in the credential. It must be the address of the platform, not of a page or a proxy in front of it.';

function noTokenError(message: string, hint = CHECK_BASE_URL): UnexpectedResponseError {
  return new UnexpectedResponseError(message, { hint });
}

function failedLoginError(url: URL, response: TextResponse, access: PlatformAccess): Error {
  const error = statusError(url, response, listLoginSecrets(access));
  // The page of a gateway does not show that the login is wrong.
  if (error.page && response.status !== 401 && response.status !== 404) return error;
  if (response.status === 401 || response.status === 403) {
    return new PlatformError(
      `The platform rejected the login "${excerpt(access.login)}" for the realm "${access.realm}"`,
      {
        hint: `Check the login, the password, and the realm in the credential. (${error.message})`,
        code: 'LOGIN_FAILED',
        status: response.status,
      },
    );
  }
  if (response.status === 400 || response.status === 404) {
    return new PlatformError(error.message, {
      hint:
        response.status === 404
          ? `No login service was found at ${url.href}. Check the base URL in the credential${buildBasePathHint(access)}.`
          : `Check the realm ("${access.realm}") and the name of the realm header ("${access.realmHeader}") in the credential.`,
      status: response.status,
    });
  }
  return error;
}

function buildBasePathHint(access: PlatformAccess): string {
  const { pathname, origin } = new URL(access.baseUrl);
  return pathname === '/' ? '' : `: try it without "${pathname}", for example ${origin}`;
}

/**
 * Returns the lifetime of a token; undefined if it is unknown. If a JWT has `iat`, its `exp` is compared with that, not with the
 * time of n8n: if the platform's clock is behind, the token must not look expired.
 * @param fields fields of the object that contains the token; `expires_in` is in seconds, as in OAuth
 */
export function readTokenLifetimeMs(
  token: string,
  nowMs: number,
  fields: Record<string, unknown> = {},
): number | undefined {
  const { exp, iat } = readJwtClaims(token);
  const issuedSeconds = typeof iat === 'number' ? iat : nowMs / 1000;
  const lifetimes = [
    Number(exp) - issuedSeconds,
    Number(fields.expires_in ?? fields.expiresIn),
  ].filter((seconds) => seconds > 0);
  return lifetimes.length > 0 ? Math.min(...lifetimes) * 1000 : undefined;
}

function readJwtClaims(token: string): Record<string, unknown> {
  const parts = token.split('.');
  return parts.length === 3
    ? parseObject(Buffer.from(parts[1] ?? '', 'base64url').toString('utf8'))
    : {};
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return toObject(JSON.parse(text));
  } catch {
    return {};
  }
}
