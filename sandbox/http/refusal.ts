import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';

/** Thrown where a request is not accepted; the server answers with its status and message. */
export class Refused extends Error {
  constructor(
    readonly statusCode: number,
    message: string,
  ) {
    super(message);
  }
}

/** Answers a request that the platform does not accept: JSON `{ status, error, message }`. */
export function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  if (status === 401) void reply.header('www-authenticate', 'Bearer');
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(refusalText(status, message));
}

export function refusalText(status: number, message: string): string {
  return JSON.stringify({ status, error: STATUS_CODES[status] ?? 'Error', message });
}
