import type { FastifyInstance } from 'fastify';
import { bearerToken } from '../access/bearer';
import type { Tokens } from '../access/tokens';
import type { Accident } from './accident';
import type { Accidents } from './accidents';
import { happensAfterEffect, playAfterEffect, playBeforeEffect } from './playing';

declare module 'fastify' {
  interface FastifyRequest {
    /** The accident that still has to happen to this request. */
    accident?: Accident;
  }
}

/** Lets accidents happen to the requests that take one. */
export function addAccidentHooks(
  app: FastifyInstance,
  accidents: Accidents,
  tokens: Tokens,
  pathOf: (url: string) => string,
): void {
  app.decorateRequest('accident', undefined);

  app.addHook('preHandler', async (request, reply) => {
    if (request.isControl) return;
    const accident = accidents.take(pathOf(request.url), request.operations);
    if (!accident) return;
    if (happensAfterEffect(accident)) {
      request.accident = accident;
      return;
    }
    if (accident.kind === 'expiredToken') tokens.revoke(bearerToken(request) ?? '');
    await playBeforeEffect(accident, reply);
  });

  app.addHook('onSend', (request, reply, answer, done) => {
    const { accident } = request;
    if (!accident) return done(null, answer);
    request.accident = undefined;
    if (accident.kind === 'hang') return;
    const falseAnswer = playAfterEffect(accident, reply, answer);
    if (falseAnswer !== undefined) done(null, falseAnswer);
  });
}
