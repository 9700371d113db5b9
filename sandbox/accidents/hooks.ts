import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { bearerToken } from '../access/tokens';
import type { Accident } from './accident';
import type { SandboxParts } from '../parts';
import { letIn } from './falseBody';
import { happensAfterEffect, playAfterEffect, playBeforeEffect } from './playing';

const HEADER = 'x-sandbox-late-effect';
/** Known to this process only: nobody else can send a request that is taken for one of these. */
const MARK = randomUUID();

/** Whether this is a request that was answered long ago and takes effect now. */
export function isLateEffect({ headers }: FastifyRequest): boolean {
  return headers[HEADER] === MARK;
}

/** Lets requests take effect after their answers. */
function lateEffects(app: FastifyInstance) {
  const timers = new Set<NodeJS.Timeout>();
  app.addHook('preClose', async () => {
    for (const timer of timers) clearTimeout(timer);
  });
  return async (request: FastifyRequest, lateByMs: number): Promise<void> => {
    // A dropped connection no longer has them.
    const { localAddress: host, localPort: port } = request.socket;
    const payload = Buffer.isBuffer(request.body) ? request.body : await buffer(request.raw);
    const timer = setTimeout(() => {
      timers.delete(timer);
      const { method, url } = request;
      const headers = { ...request.headers, [HEADER]: MARK, connection: 'close' };
      httpRequest({ host, port, method, path: url, headers }, (answer) => answer.resume())
        .on('error', () => undefined)
        .end(payload);
    }, lateByMs);
    timers.add(timer);
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The accident that still has to happen to this request. */
    accident?: Accident;
  }
}

/** Lets accidents happen to the requests that take one. */
export function addAccidentHooks(
  app: FastifyInstance,
  { accidents, tokens }: SandboxParts,
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
    // A request that was only partly read does not continue on its own. A server that hangs does not read on either.
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
