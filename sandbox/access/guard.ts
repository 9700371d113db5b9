import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../http/body';
import { bearerToken, type Tokens } from './tokens';

const COOKIE = 'sandbox_session';

/** Browser sessions, told by an HttpOnly cookie. */
export class Sessions {
  private readonly ids = new Set<string>();

  /** Starts a session and gives the value of its Set-Cookie header. */
  start(): string {
    const id = randomBytes(24).toString('base64url');
    this.ids.add(id);
    return `${COOKIE}=${id}; Path=/; HttpOnly; SameSite=Lax`;
  }

  has(request: FastifyRequest): boolean {
    const id = cookie(request.headers.cookie ?? '', COOKIE);
    return id !== undefined && this.ids.has(id);
  }
}

function cookie(header: string, name: string): string | undefined {
  return header
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Lets a request with a good bearer token pass; answers 401 otherwise. */
export function tokenGuard(tokens: Tokens): Guard {
  return async (request, reply) => {
    const token = bearerToken(request);
    if (token === undefined) {
      await refuse(reply, 401, 'The header Authorization: Bearer <token> is missing');
    } else if (!tokens.isGood(token)) {
      const { status, headers = {}, body } = tokens.endedSession;
      void reply.headers(headers);
      if (body !== undefined) await reply.code(status).send(body);
      else await refuse(reply, status, 'The token is unknown, expired or revoked. Log in again');
    }
  };
}

/** As tokenGuard, and a browser's session passes too where no token was sent (section 5, item 2). */
export function tokenOrSessionGuard(tokens: Tokens, sessions: Sessions): Guard {
  const byToken = tokenGuard(tokens);
  return async (request, reply) => {
    if (request.headers.authorization === undefined && sessions.has(request)) return;
    await byToken(request, reply);
  };
}
