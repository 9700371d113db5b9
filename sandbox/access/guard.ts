import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../http/body';
import type { Settings } from '../options';
import { readBearerToken, type Tokens } from './tokens';

const COOKIE = 'sandbox_session';

/** Sessions of browsers that logged in. */
export class Sessions {
  private readonly ids = new Set<string>();

  /** Starts a session and returns the value of its Set-Cookie header. */
  start(): string {
    const id = randomBytes(24).toString('base64url');
    this.ids.add(id);
    return `${COOKIE}=${id}; Path=/; HttpOnly; SameSite=Lax`;
  }

  has({ headers }: FastifyRequest): boolean {
    const cookies = (headers.cookie ?? '').split(';').map((part) => part.trim().split('='));
    return this.ids.has(cookies.find(([name]) => name === COOKIE)?.[1] ?? '');
  }
}

export interface TokenParts {
  settings: Settings;
  tokens: Tokens;
}

/** Answers a request that must not continue, and does nothing for other requests. */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export function createTokenGuard({ settings, tokens }: TokenParts): Guard {
  return async (request, reply) => {
    const token = readBearerToken(request);
    if (token === undefined) {
      await refuse(reply, 401, 'The header Authorization: Bearer <token> is missing');
    } else if (!tokens.isValid(token)) {
      const { status, headers = {}, body } = settings.invalidTokenResponse;
      void reply.headers(headers);
      if (body !== undefined) await reply.code(status).send(body);
      else await refuse(reply, status, 'The token is unknown, expired or revoked. Log in again');
    }
  };
}

/** Also accepts a request without a token if the browser has a session (interface, section 5, item 2). */
export function createTokenOrSessionGuard(parts: TokenParts & { sessions: Sessions }): Guard {
  const checkToken = createTokenGuard(parts);
  return async (request, reply) => {
    if (request.headers.authorization === undefined && parts.sessions.has(request)) return;
    await checkToken(request, reply);
  };
}

export function findRealmProblem(
  { headers }: FastifyRequest,
  { realm, realmHeader }: Settings,
): { status: 400 | 401; message: string } | undefined {
  const sentRealm = headers[realmHeader.toLowerCase()];
  if (sentRealm === realm) return undefined;
  return sentRealm === undefined || sentRealm === ''
    ? { status: 400, message: `The header ${realmHeader} is missing` }
    : { status: 401, message: `The realm in the header ${realmHeader} is unknown` };
}
