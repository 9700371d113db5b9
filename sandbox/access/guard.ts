import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../http/body';
import type { Settings } from '../options';
import { bearerToken, type Tokens } from './tokens';

const COOKIE = 'sandbox_session';

/** Browser sessions, identified by an HttpOnly cookie. */
export class Sessions {
  private readonly ids = new Set<string>();

  /** Starts a session and gives the value of its Set-Cookie header. */
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

/** Lets a request with a good bearer token pass; answers 401 otherwise. */
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

/** As tokenGuard, and a browser's session passes too where no token was sent (section 5, item 2). */
export function tokenOrSessionGuard(parts: TokenParts & { sessions: Sessions }): Guard {
  const byToken = tokenGuard(parts);
  return async (request, reply) => {
    if (request.headers.authorization === undefined && parts.sessions.has(request)) return;
    await byToken(request, reply);
  };
}

/** Returns what is wrong with the realm of a request; undefined if it is the right one. */
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
