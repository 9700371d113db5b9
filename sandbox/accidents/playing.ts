import type { FastifyReply } from 'fastify';
import { refuse } from '../server/refusal';
import type { Accident } from './accident';

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
    breakOff(reply, answer);
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

/** Announces the whole answer, sends half of it and closes the connection. */
function breakOff(reply: FastifyReply, answer: unknown): void {
  const whole = Buffer.isBuffer(answer) ? answer : Buffer.from(String(answer ?? ''));
  const { socket } = reply.raw;
  reply.raw.writeHead(reply.statusCode, {
    'content-type': String(reply.getHeader('content-type') ?? 'application/octet-stream'),
    'content-length': Math.max(whole.length, 2),
  });
  const half = whole.subarray(0, Math.floor(whole.length / 2));
  reply.raw.write(half.length > 0 ? half : ' ', () => socket?.end());
}
