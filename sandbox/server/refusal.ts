import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';

/** Answers a request that the platform does not accept: JSON `{ status, error, message }`. */
export function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  if (status === 401) void reply.header('www-authenticate', 'Bearer');
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ status, error: STATUS_CODES[status] ?? 'Error', message }));
}
