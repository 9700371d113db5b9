import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { EndedSession } from '../options';

/** The one account of the sandbox. */
interface Account {
  login: string;
  password: string;
}

export function isAccount(account: Account, login: unknown, password: unknown): boolean {
  return isSame(account.login, login) && isSame(account.password, password);
}

function isSame(expected: string, given: unknown): boolean {
  return typeof given === 'string' && timingSafeEqual(digest(expected), digest(given));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The token of `Authorization: Bearer <token>` (section 4); undefined where there is none. */
export function bearerToken({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

interface TokenSettings {
  kind: 'jwt' | 'opaque';
  lifetimeSeconds: number;
  clock: () => number;
  endedSession: EndedSession;
}

const MAX_TOKENS = 100_000;

/** Issues bearer tokens and knows which of them are still good. A restart forgets them all. */
export class Tokens {
  private readonly secret = randomBytes(32);
  private readonly expiry = new Map<string, number>();

  constructor(private readonly settings: TokenSettings) {}

  get endedSession(): EndedSession {
    return this.settings.endedSession;
  }

  issue(login: string, realm: string): string {
    const now = this.settings.clock();
    const expiresAt = now + this.settings.lifetimeSeconds * 1000;
    const token =
      this.settings.kind === 'jwt'
        ? this.jwt({
            sub: login,
            realm,
            iat: Math.floor(now / 1000),
            exp: Math.floor(expiresAt / 1000),
            jti: randomUUID(),
          })
        : randomBytes(32).toString('base64url');
    if (this.expiry.size >= MAX_TOKENS) this.forgetOldest();
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

  private forgetOldest(): void {
    const oldest = this.expiry.keys().next().value;
    if (oldest !== undefined) this.expiry.delete(oldest);
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
