import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { gatewayPage } from '../html/pages';
import { refuse } from '../http/body';
import type { Accident } from './accident';
import { echoOf, firstBytes, withLostIds } from './falseBody';

const JSON_TYPE = 'application/json';
const BROKEN_JSON = '{"data":{"';

const ALWAYS_AFTER = new Set<Accident['kind']>(['resetAfter', 'truncated', 'lostId']);
const NEVER_AFTER = new Set<Accident['kind']>(['resetBefore', 'expiredToken', 'echo']);

export function happensAfterEffect({ kind, afterEffect, lateByMs }: Accident): boolean {
  if (lateByMs !== undefined) return false;
  if (ALWAYS_AFTER.has(kind)) return true;
  return !NEVER_AFTER.has(kind) && afterEffect === true;
}

/** Plays an accident in place of the request's effect. */
export async function playBeforeEffect(
  accident: Accident,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (accident.kind === 'expiredToken') {
    await refuse(reply, 401, 'The token is unknown, expired or revoked. Log in again');
    return;
  }
  const body = falseAnswer(accident, request, reply);
  if (body !== undefined) {
    await reply.send(body);
    return;
  }
  reply.hijack();
  if (accident.kind !== 'hang') reply.raw.socket?.resetAndDestroy();
}

/**
 * Plays an accident in place of the answer to a request that took effect. Gives the false answer to send;
 * undefined: nothing more may be sent.
 */
export function playAfterEffect(
  accident: Accident,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
): string | undefined {
  if (accident.kind === 'resetAfter') {
    reply.raw.socket?.resetAndDestroy();
    return undefined;
  }
  if (accident.kind === 'truncated') {
    void breakOff(reply, answer, accident.afterBytes);
    return undefined;
  }
  if (accident.kind === 'lostId') {
    void reply.removeHeader('content-length');
    return withLostIds(String(answer));
  }
  return falseAnswer(accident, request, reply);
}

/** Sets status and headers and gives the body, for the kinds that do answer. */
function falseAnswer(
  accident: Accident,
  request: FastifyRequest,
  reply: FastifyReply,
): string | undefined {
  const { kind, status, retryAfter, body = 'html', data = null, errors } = accident;
  const type = body === 'html' ? 'text/html' : JSON_TYPE;
  const answer = (code: number, mediaType: string, content: string) => {
    void reply.code(code).type(mediaType);
    return content;
  };
  void reply.removeHeader('content-length');
  if (kind === 'status') {
    if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
    const code = status ?? 503;
    const message = `${code} from the gateway`;
    const json = JSON.stringify({ status: code, message });
    return answer(code, type, body === 'html' ? gatewayPage(message) : json);
  }
  if (kind === 'html') {
    // Who asks for a login has done nothing.
    const page = gatewayPage(accident.afterEffect ? 'Welcome' : 'Please log in');
    return answer(200, 'text/html', page);
  }
  if (kind === 'badJson') return answer(200, JSON_TYPE, BROKEN_JSON);
  if (kind === 'echo') return answer(status ?? 200, type, echoOf(request, accident));
  if (kind === 'errors') return answer(200, JSON_TYPE, JSON.stringify({ data, errors }));
  return undefined;
}

/** Announces the whole answer, sends the beginning of it and closes the connection. */
async function breakOff(
  reply: FastifyReply,
  answer: unknown,
  afterBytes: number | undefined,
): Promise<void> {
  const whole =
    answer instanceof Readable || Buffer.isBuffer(answer)
      ? answer
      : Buffer.from(String(answer ?? ''));
  const size = Buffer.isBuffer(whole) ? whole.length : Number(reply.getHeader('content-length'));
  const { raw } = reply;
  const { socket } = raw;
  raw.writeHead(reply.statusCode, {
    'content-type': String(reply.getHeader('content-type') ?? 'application/octet-stream'),
    'content-length': Math.max(size, 2),
  });
  raw.flushHeaders();
  const count = Math.min(afterBytes ?? Math.max(1, Math.floor(size / 2)), Math.max(size, 2) - 1);
  for await (const bytes of firstBytes(whole, count)) {
    await new Promise<void>((resolve) => raw.write(bytes, () => resolve()));
  }
  socket?.end();
}
