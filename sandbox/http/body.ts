import { Readable } from 'node:stream';
import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The server answers with its status and message. */
export class Refused extends Error {
  constructor(
    readonly statusCode: number,
    message: string,
  ) {
    super(message);
  }
}

export function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return refusal(reply, status).send(refusalText(status, message));
}

function refusal(reply: FastifyReply, status: number): FastifyReply {
  if (status === 401) void reply.header('www-authenticate', 'Bearer');
  return reply.code(status).type('application/json; charset=utf-8');
}

function refusalText(status: number, message: string): string {
  return JSON.stringify({ status, error: STATUS_CODES[status] ?? 'Error', message });
}

export function bodyBytes({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

export function bodyText(request: FastifyRequest): string {
  return bodyBytes(request).toString('utf8');
}

export function contentType({ headers }: FastifyRequest): string {
  return headers['content-type'] ?? '';
}

export function isJson(request: FastifyRequest): boolean {
  return /^application\/json *(;|$)/i.test(contentType(request));
}

/** Returns undefined if the body is not JSON. */
export function jsonValue(request: FastifyRequest): unknown {
  try {
    return JSON.parse(bodyText(request));
  } catch {
    return undefined;
  }
}

/** Returns undefined if the body is no JSON object. */
export function jsonObject(request: FastifyRequest): Record<string, unknown> | undefined {
  const value = jsonValue(request);
  return isObject(value) ? value : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const PATIENCE_MS = 5000;
/** After these, nothing that the client still sends could be of use. */
const CLOSES = [413, 507];

/**
 * Refuses a request at once, although its body may still arrive. A connection that is closed on unread bytes is reset, and the
 * client may lose the answer. So the answer ends after the body, or after some time.
 */
export function refuseUnread(
  { raw: body }: FastifyRequest,
  reply: FastifyReply,
  { statusCode, message }: Refused,
): FastifyReply {
  const text = Buffer.from(refusalText(statusCode, message));
  const answer = new Readable({ read: () => undefined });
  answer.push(text);

  let end = () => {
    clearTimeout(timer);
    answer.push(null);
    end = () => undefined;
  };
  const timer = setTimeout(() => end(), PATIENCE_MS);
  const gone = () => end();
  if (body.readableEnded || body.destroyed) end();
  else body.once('end', gone).once('close', gone).once('error', gone).resume();

  if (CLOSES.includes(statusCode)) void reply.header('connection', 'close');
  return refusal(reply, statusCode).header('content-length', text.length).send(answer);
}
