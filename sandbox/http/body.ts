import { Readable } from 'node:stream';
import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Ends a request: the server answers with the status and the message. */
export class Refused extends Error {
  constructor(
    readonly statusCode: number,
    message: string,
  ) {
    super(message);
  }
}

export function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return setRefusalHead(reply, status).send(renderRefusal(status, message));
}

function setRefusalHead(reply: FastifyReply, status: number): FastifyReply {
  if (status === 401) void reply.header('www-authenticate', 'Bearer');
  return reply.code(status).type('application/json; charset=utf-8');
}

function renderRefusal(status: number, message: string): string {
  return JSON.stringify({ status, error: STATUS_CODES[status] ?? 'Error', message });
}

export function getBodyBytes({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

export function readBodyText(request: FastifyRequest): string {
  return getBodyBytes(request).toString('utf8');
}

export function getContentType({ headers }: FastifyRequest): string {
  return headers['content-type'] ?? '';
}

export function isJson(request: FastifyRequest): boolean {
  return /^application\/json *(;|$)/i.test(getContentType(request));
}

/** Returns undefined if the body is not JSON. */
export function parseJson(request: FastifyRequest): unknown {
  try {
    return JSON.parse(readBodyText(request));
  } catch {
    return undefined;
  }
}

/** Returns undefined if the body is not a JSON object. */
export function parseJsonObject(request: FastifyRequest): Record<string, unknown> | undefined {
  const value = parseJson(request);
  return isObject(value) ? value : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const MAX_BODY_WAIT_MS = 5000;
/** Statuses that also close the connection. */
const CLOSING_STATUSES = [413, 507];

/**
 * Starts the answer at once, and ends it after the body has arrived or MAX_BODY_WAIT_MS have passed. If the server closed the
 * connection earlier, unread bytes would reset it, and the client could lose the answer.
 */
export function refuseUnread(
  { raw: body }: FastifyRequest,
  reply: FastifyReply,
  { statusCode, message }: Refused,
): FastifyReply {
  const text = Buffer.from(renderRefusal(statusCode, message));
  const answer = new Readable({ read: () => undefined });
  answer.push(text);

  let end = () => {
    clearTimeout(timer);
    answer.push(null);
    end = () => undefined;
  };
  const timer = setTimeout(() => end(), MAX_BODY_WAIT_MS);
  const onBodyEnd = () => end();
  if (body.readableEnded || body.destroyed) end();
  else body.once('end', onBodyEnd).once('close', onBodyEnd).once('error', onBodyEnd).resume();

  if (CLOSING_STATUSES.includes(statusCode)) void reply.header('connection', 'close');
  return setRefusalHead(reply, statusCode).header('content-length', text.length).send(answer);
}
