import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusalText, type Refused } from '../http/refusal';

const PATIENCE_MS = 5000;
/** Nothing that the client still sends could be of use. */
const CLOSES = [413, 507];

/**
 * Refuses a body that may still be coming in, at once and in full. A connection that is closed on unread bytes is
 * reset, and the client may lose the answer: so the answer does not end, and nothing is closed, until the body has gone by
 * or some time has passed.
 */
export function refuseUnread(
  { raw: body }: FastifyRequest,
  reply: FastifyReply,
  { statusCode, message }: Refused,
): FastifyReply {
  const text = Buffer.from(refusalText(statusCode, message));
  const answer = new Readable({ read: () => undefined });
  answer.push(text);

  let ended = false;
  const end = () => {
    clearTimeout(timer);
    if (!ended) answer.push(null);
    ended = true;
  };
  const timer = setTimeout(end, PATIENCE_MS);
  if (body.readableEnded || body.destroyed) end();
  else body.once('end', end).once('close', end).once('error', end).resume();

  if (CLOSES.includes(statusCode)) void reply.header('connection', 'close');
  if (statusCode === 401) void reply.header('www-authenticate', 'Bearer');
  return reply
    .code(statusCode)
    .type('application/json; charset=utf-8')
    .header('content-length', text.length)
    .send(answer);
}
