import { randomUUID } from 'node:crypto';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readBearerToken } from '../access/tokens';
import { refuse } from '../http/body';
import type { SandboxParts } from '../parts';
import type { Fault } from './fault';
import { applyFault } from './applyFault';

declare module 'fastify' {
  interface FastifyRequest {
    /** Fault that happens after this request takes effect. */
    fault?: Fault;
  }
}

const ALWAYS_AFTER_EFFECT = new Set<Fault['kind']>(['resetAfter', 'truncated', 'lostId']);
const NEVER_AFTER_EFFECT = new Set<Fault['kind']>(['resetBefore', 'expiredToken', 'echo']);

function happensAfterEffect({ kind, afterEffect, lateByMs }: Fault): boolean {
  if (lateByMs !== undefined) return false;
  return ALWAYS_AFTER_EFFECT.has(kind) || (!NEVER_AFTER_EFFECT.has(kind) && afterEffect === true);
}

const LATE_HEADER = 'x-sandbox-late-effect';
/** A random value, so that no client can send a request that looks like a late effect. */
const LATE_MARK = randomUUID();

/** Returns true for the copy of a request that the sandbox sends to itself because of `lateByMs`. */
export function isLateEffect({ headers }: FastifyRequest): boolean {
  return headers[LATE_HEADER] === LATE_MARK;
}

/** Adds the hooks that apply faults to requests. @param toPath removes the base path from a URL */
export function addFaultHooks(
  app: FastifyInstance,
  { faults, tokens }: SandboxParts,
  toPath: (url: string) => string,
): void {
  app.decorateRequest('fault', undefined);
  const timers = new Set<NodeJS.Timeout>();
  app.addHook('preClose', async () => timers.forEach(clearTimeout));

  const takeEffectLate = async (request: FastifyRequest, lateByMs: number) => {
    // A dropped connection no longer knows its address and port.
    const { localAddress: host, localPort: port } = request.socket;
    const payload = Buffer.isBuffer(request.body) ? request.body : await buffer(request.raw);
    const timer = setTimeout(() => {
      timers.delete(timer);
      const { method, url } = request;
      const headers = { ...request.headers, [LATE_HEADER]: LATE_MARK, connection: 'close' };
      httpRequest({ host, port, method, path: url, headers }, (answer) => answer.resume())
        .on('error', () => undefined)
        .end(payload);
    }, lateByMs);
    timers.add(timer);
  };

  app.addHook('preHandler', async (request, reply) => {
    if (request.isControl || isLateEffect(request)) return;
    const fault = faults.takeFor(toPath(request.url), request.operations);
    if (!fault) return;
    if (happensAfterEffect(fault)) {
      request.fault = fault;
      return;
    }
    const { kind, afterBytes, lateByMs } = fault;
    if (afterBytes !== undefined) await waitForBytes(request.raw, afterBytes);
    if (lateByMs !== undefined) await takeEffectLate(request, lateByMs);
    if (kind === 'expiredToken') {
      tokens.revoke(readBearerToken(request) ?? '');
      await refuse(reply, 401, 'The token is unknown, expired or revoked. Log in again');
    } else {
      const body = applyFault(fault, request, reply);
      if (body === undefined) reply.hijack();
      else await reply.send(body);
    }
    // Read the remaining body, which would otherwise block the connection. A server that hangs does not read it.
    if (kind !== 'hang') request.raw.resume();
  });

  app.addHook('onSend', (request, reply, answer, done) => {
    const { fault } = request;
    if (!fault) return done(null, answer);
    request.fault = undefined;
    const replacement = applyFault(fault, request, reply, answer);
    if (answer instanceof Readable && fault.kind !== 'truncated') answer.destroy();
    if (replacement !== undefined) done(null, replacement);
  });
}

/** Waits until this many bytes of a body have arrived, or the body has ended. */
async function waitForBytes(body: IncomingMessage, count: number): Promise<void> {
  let left = count;
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      left -= (chunk as Buffer).length;
      if (left <= 0) return;
    }
  } catch {
    // The client has closed the connection.
  }
}
