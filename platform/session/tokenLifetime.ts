import { isObject } from '../text/values';

/**
 * How long a token lasts, in milliseconds from when it was issued; undefined where nothing says it.
 * A JWT's `exp` is compared with its own `iat` where there is one, so that a platform whose clock
 * differs from ours does not look as if all its tokens had expired.
 * @param answer the login's response, which may have `expires_in` beside the token, in seconds as OAuth says
 */
export function tokenLifetimeMs(token: string, nowMs: number, answer = ''): number | undefined {
  const { exp, iat } = jwtClaims(token);
  const issuedSeconds = typeof iat === 'number' ? iat : nowMs / 1000;
  const lifetimes = [
    typeof exp === 'number' ? exp - issuedSeconds : Number.NaN,
    Number(jsonObject(answer).expires_in),
  ].filter((seconds) => seconds > 0);
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
