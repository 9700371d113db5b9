import { Readable } from 'node:stream';
import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

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
  return refusal(reply, status).send(refusalText(status, message));
}

function refusal(reply: FastifyReply, status: number): FastifyReply {
  if (status === 401) void reply.header('www-authenticate', 'Bearer');
  return reply.code(status).type('application/json; charset=utf-8');
}

function refusalText(status: number, message: string): string {
  return JSON.stringify({ status, error: STATUS_CODES[status] ?? 'Error', message });
}

/** The bytes of a request's body; every route reads them itself. */
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

/** The body as a JSON value; undefined if it is not JSON. */
export function jsonValue(request: FastifyRequest): unknown {
  try {
    return JSON.parse(bodyText(request));
  } catch {
    return undefined;
  }
}

/** The body as a JSON object; undefined if it is anything else. */
export function jsonObject(request: FastifyRequest): Record<string, unknown> | undefined {
  const value = jsonValue(request);
  return isObject(value) ? value : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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
