import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { refuse } from '../server/refusal';
import type { Accident } from './accident';
import { firstBytes } from './bytes';

const GATEWAY_PAGE = (title: string) =>
  `<html>\n<head><title>${title}</title></head>\n<body><center><h1>${title}</h1></center><hr></body>\n</html>\n`;
const BROKEN_JSON = '{"data":{"';

const ALWAYS_AFTER = new Set<Accident['kind']>(['resetAfter', 'truncated']);
const NEVER_AFTER = new Set<Accident['kind']>(['resetBefore', 'expiredToken']);

export function happensAfterEffect({ kind, afterEffect }: Accident): boolean {
  if (ALWAYS_AFTER.has(kind)) return true;
  return !NEVER_AFTER.has(kind) && afterEffect === true;
}

/** Plays an accident in place of the request's effect. */
export async function playBeforeEffect(accident: Accident, reply: FastifyReply): Promise<void> {
  if (accident.kind === 'expiredToken') {
    await refuse(reply, 401, 'The token is unknown, expired or revoked. Log in again');
    return;
  }
  const body = falseAnswer(accident, reply);
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
  return falseAnswer(accident, reply);
}

/** Sets status and headers and gives the body, for the kinds that do answer. */
function falseAnswer(accident: Accident, reply: FastifyReply): string | undefined {
  const { kind, status = 503, retryAfter, body = 'html' } = accident;
  void reply.removeHeader('content-length');
  switch (kind) {
    case 'status':
      if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
      if (body === 'html') {
        void reply.code(status).type('text/html');
        return GATEWAY_PAGE(`${status} from the gateway`);
      }
      void reply.code(status).type('application/json');
      return JSON.stringify({ status, message: `${status} from the gateway` });
    case 'html':
      void reply.code(200).type('text/html');
      return GATEWAY_PAGE('Please log in');
    case 'badJson':
      void reply.code(200).type('application/json');
      return BROKEN_JSON;
    case 'resetBefore':
    case 'resetAfter':
    case 'hang':
    case 'truncated':
    case 'expiredToken':
      return undefined;
  }
}

/** Announces the whole answer, sends the beginning of it and closes the connection. */
async function breakOff(
  reply: FastifyReply,
  answer: unknown,
  afterBytes: number | undefined,
): Promise<void> {
  const whole = answer instanceof Readable ? answer : Buffer.from(String(answer ?? ''));
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
