import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { isLateEffect } from '../faults/hooks';
import { listRootFields } from '../graphql/payload';
import { readBodyText } from '../http/body';
import type { Stats } from '../http/stats';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of a documented call that is not a GraphQL field. */
    operation?: string;
    isGraphql?: boolean;
    /** True for routes of the sandbox itself. They are not counted and have no faults. */
    isControl?: boolean;
  }
  interface FastifyRequest {
    /** Root fields of a GraphQL request, or the name of another documented call. */
    operations: string[];
    isControl: boolean;
  }
}

export function addRecording(app: FastifyInstance, stats: Stats): void {
  app.decorateRequest('operations');
  app.decorateRequest('isControl', false);

  app.addHook('preHandler', async (request) => {
    const { config } = request.routeOptions;
    request.isControl = config.isControl === true;
    request.operations = config.isGraphql
      ? await listRootFields(request)
      : config.operation === undefined
        ? []
        : [config.operation];
    if (request.isControl || isLateEffect(request)) return;
    stats.record({
      method: request.method,
      path: request.url,
      operations: request.operations,
      headers: request.headers,
      body: Buffer.isBuffer(request.body) ? readBodyText(request) : undefined,
    });
  });
}

export function addLatency(app: FastifyInstance, latencyMs: number): void {
  if (latencyMs <= 0) return;
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  app.addHook('preHandler', async (request) => {
    if (!request.isControl) await sleep(latencyMs, undefined, { signal: closing.signal });
  });
}
