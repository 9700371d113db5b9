import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../options';

/** Whether these are those of the one account of the sandbox. */
export function isAccount(account: Settings, login: unknown, password: unknown): boolean {
  return isSame(account.login, login) && isSame(account.password, password);
}

function isSame(expected: string, given: unknown): boolean {
  return typeof given === 'string' && timingSafeEqual(digest(expected), digest(given));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The token of `Authorization: Bearer <token>` (section 4); undefined if there is none. */
export function bearerToken({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

const MAX_TOKENS = 100_000;

/** Issues bearer tokens and knows which of them are still good. A restart forgets them all. */
export class Tokens {
  private readonly secret = randomBytes(32);
  private readonly expiry = new Map<string, number>();

  constructor(private readonly settings: Settings) {}

  issue(): string {
    const { login, realm } = this.settings;
    const now = this.settings.clock();
    const expiresAt = now + this.settings.tokenLifetimeSeconds * 1000;
    const token =
      this.settings.tokenKind === 'jwt'
        ? this.jwt({
            sub: login,
            realm,
            iat: Math.floor(now / 1000),
            exp: Math.floor(expiresAt / 1000),
            jti: randomUUID(),
          })
        : randomBytes(32).toString('base64url');
    const [oldest = ''] = this.expiry.size < MAX_TOKENS ? [] : this.expiry.keys();
    this.expiry.delete(oldest);
    this.expiry.set(token, expiresAt);
    return token;
  }

  isGood(token: string): boolean {
    const expiresAt = this.expiry.get(token);
    return expiresAt !== undefined && this.settings.clock() < expiresAt;
  }

  revoke(token: string): void {
    this.expiry.delete(token);
  }

  revokeAll(): void {
    this.expiry.clear();
  }

  private jwt(claims: object): string {
    const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
    const signature = createHmac('sha256', this.secret).update(signed).digest('base64url');
    return `${signed}.${signature}`;
  }
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
