import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../options';

/** A second account that may read projects and the catalog. The platform refuses its changes. */
export const VIEWER = { login: 'viewer', password: 'viewer-password' };

/** Returns the login of the matching account; undefined if the login or the password is wrong. */
export function findLogin(owner: Settings, login: unknown, password: unknown): string | undefined {
  return [owner, VIEWER].find((account) => account.login === login && account.password === password)
    ?.login;
}

/** Reads `Authorization: Bearer <token>` (interface, section 4). */
export function readBearerToken({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

const MAX_TOKENS = 100_000;
const LIFETIME_MS = 3_600_000;

/** Bearer tokens. They are kept in memory only, so they end with the sandbox. */
export class Tokens {
  private readonly secret = randomBytes(32);
  private readonly issued = new Map<string, { expiresAt: number; login: string }>();

  constructor(private readonly settings: Settings) {}

  issue(login: string): string {
    const { realm } = this.settings;
    const now = this.settings.clock();
    const expiresAt = now + LIFETIME_MS;
    const token =
      this.settings.tokenKind === 'jwt'
        ? this.signJwt({
            sub: login,
            realm,
            iat: Math.floor(now / 1000),
            exp: Math.floor(expiresAt / 1000),
            jti: randomUUID(),
          })
        : randomBytes(32).toString('base64url');
    const [oldest = ''] = this.issued.size < MAX_TOKENS ? [] : this.issued.keys();
    this.issued.delete(oldest);
    this.issued.set(token, { expiresAt, login });
    return token;
  }

  isViewer(request: FastifyRequest): boolean {
    return this.issued.get(readBearerToken(request) ?? '')?.login === VIEWER.login;
  }

  isValid(token: string): boolean {
    const expiresAt = this.issued.get(token)?.expiresAt;
    return expiresAt !== undefined && this.settings.clock() < expiresAt;
  }

  revoke(token: string): void {
    this.issued.delete(token);
  }

  revokeAll(): void {
    this.issued.clear();
  }

  private signJwt(claims: object): string {
    const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
    const signature = createHmac('sha256', this.secret).update(signed).digest('base64url');
    return `${signed}.${signature}`;
  }
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
