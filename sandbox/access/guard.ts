import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../http/refusal';
import { bearerToken } from './bearer';
import type { Sessions } from './sessions';
import type { Tokens } from './tokens';

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
