import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../http/body';
import type { Settings } from '../options';
import { bearerToken, type Tokens } from './tokens';

const COOKIE = 'sandbox_session';

/** Browser sessions. */
export class Sessions {
  private readonly ids = new Set<string>();

  /** Returns the value of the Set-Cookie header. */
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

export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export function tokenGuard({ settings, tokens }: TokenParts): Guard {
  return async (request, reply) => {
    const token = bearerToken(request);
    if (token === undefined) {
      await refuse(reply, 401, 'The header Authorization: Bearer <token> is missing');
    } else if (!tokens.isGood(token)) {
      const { status, headers = {}, body } = settings.endedSession;
      void reply.headers(headers);
      if (body !== undefined) await reply.code(status).send(body);
      else await refuse(reply, status, 'The token is unknown, expired or revoked. Log in again');
    }
  };
}

/** Also accepts the session of a browser that sends no token (section 5, item 2). */
export function tokenOrSessionGuard(parts: TokenParts & { sessions: Sessions }): Guard {
  const byToken = tokenGuard(parts);
  return async (request, reply) => {
    if (request.headers.authorization === undefined && parts.sessions.has(request)) return;
    await byToken(request, reply);
  };
}

export function realmProblem(
  { headers }: FastifyRequest,
  { realm, realmHeader }: Settings,
): { status: 400 | 401; message: string } | undefined {
  const asked = headers[realmHeader.toLowerCase()];
  if (asked === realm) return undefined;
  return asked === undefined || asked === ''
    ? { status: 400, message: `The header ${realmHeader} is missing` }
    : { status: 401, message: `The realm in the header ${realmHeader} is not known` };
}
