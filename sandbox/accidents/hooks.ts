import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { bearerToken } from '../access/bearer';
import type { Tokens } from '../access/tokens';
import type { Accident } from './accident';
import type { Accidents } from './accidents';
import { letIn } from './bytes';
import { isLateEffect, lateEffects } from './late';
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
  const takeEffectLate = lateEffects(app);

  app.addHook('preHandler', async (request, reply) => {
    if (request.isControl || isLateEffect(request)) return;
    const accident = accidents.take(pathOf(request.url), request.operations);
    if (!accident) return;
    if (happensAfterEffect(accident)) {
      request.accident = accident;
      return;
    }
    if (accident.kind === 'expiredToken') tokens.revoke(bearerToken(request) ?? '');
    if (accident.afterBytes !== undefined) await letIn(request.raw, accident.afterBytes);
    if (accident.lateByMs !== undefined) await takeEffectLate(request, accident.lateByMs);
    await playBeforeEffect(accident, request, reply);
    // What was let in only partly does not go by on its own. A server that hangs does not read on either.
    if (accident.kind !== 'hang') request.raw.resume();
  });

  app.addHook('onSend', (request, reply, answer, done) => {
    const { accident } = request;
    if (!accident) return done(null, answer);
    request.accident = undefined;
    const falseAnswer = playAfterEffect(accident, request, reply, answer);
    if (answer instanceof Readable && accident.kind !== 'truncated') answer.destroy();
    if (falseAnswer !== undefined) done(null, falseAnswer);
  });
}
