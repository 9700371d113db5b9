/**
 * How long a token lasts, in milliseconds from when it was issued; undefined for a token that does not say.
 * A JWT's `exp` is compared with its own `iat` where there is one, so that a platform whose clock
 * differs from ours does not look as if all its tokens had expired.
 */
export function tokenLifetimeMs(token: string, nowMs: number): number | undefined {
  const claims = jwtClaims(token);
  if (typeof claims?.exp !== 'number') return undefined;
  const issuedSeconds = typeof claims.iat === 'number' ? claims.iat : nowMs / 1000;
  const lifetimeMs = (claims.exp - issuedSeconds) * 1000;
  return lifetimeMs > 0 ? lifetimeMs : undefined;
}

function jwtClaims(token: string): { exp?: unknown; iat?: unknown } | undefined {
  const parts = token.split('.');
  if (parts.length !== 3) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString('utf8'));
    return typeof claims === 'object' && claims !== null ? claims : undefined;
  } catch {
    return undefined;
  }
}
