import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readBearerToken } from '../access/tokens';
import { renderGatewayPage } from '../html/pages';
import { readBodyText, isObject, parseJsonObject } from '../http/body';
import type { Fault } from './fault';

const JSON_TYPE = 'application/json';

/**
 * Applies a fault to a request that has not taken effect, or to the answer of one that has.
 * @returns answer to send; undefined if nothing more may be sent
 */
export function applyFault(
  fault: Fault,
  request: FastifyRequest,
  reply: FastifyReply,
  answer?: unknown,
): string | undefined {
  const { kind, status, retryAfter, body = 'html', data = null, errors } = fault;
  const bodyType = body === 'html' ? 'text/html' : JSON_TYPE;
  if (kind === 'truncated') {
    void breakOff(reply, answer, fault.afterBytes);
    return undefined;
  }
  const answerWith = (code: number, mediaType: string, content: string) => {
    void reply.code(code).type(mediaType).removeHeader('content-length');
    return content;
  };
  switch (kind) {
    case 'status': {
      if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
      const code = status ?? 503;
      const message = `${code} from the gateway`;
      const json = JSON.stringify({ status: code, message });
      return answerWith(code, bodyType, body === 'html' ? renderGatewayPage(message) : json);
    }
    case 'html':
      // A login page proves to the client that the request had no effect.
      return answerWith(
        200,
        'text/html',
        renderGatewayPage(fault.afterEffect ? 'Welcome' : 'Please log in'),
      );
    case 'badJson':
      return answerWith(200, JSON_TYPE, '{"data":{"');
    case 'echo':
      return answerWith(status ?? 200, bodyType, repeatRequest(request, body));
    case 'errors':
      return answerWith(200, JSON_TYPE, JSON.stringify({ data, errors }));
    case 'lostId':
      return answerWith(reply.statusCode, JSON_TYPE, loseIds(String(answer)));
    case 'hang':
    case 'expiredToken':
      // The hook in hooks.ts answers `expiredToken`.
      return undefined;
    case 'resetBefore':
    case 'resetAfter':
      reply.raw.socket?.resetAndDestroy();
      return undefined;
  }
}

/** Sends the beginning of an answer, with the media type and the length of the whole answer, then closes the connection. */
async function breakOff(reply: FastifyReply, answer: unknown, afterBytes?: number): Promise<void> {
  const isStream = answer instanceof Readable;
  const whole = isStream ? undefined : Buffer.from((answer ?? '') as string | Buffer);
  const size = Math.max(2, whole ? whole.length : Number(reply.getHeader('content-length')));
  const { raw } = reply;
  const { socket } = raw;
  raw.writeHead(reply.statusCode, {
    'content-type': String(reply.getHeader('content-type') ?? 'application/octet-stream'),
    'content-length': size,
  });
  raw.flushHeaders();
  let left = Math.min(afterBytes ?? Math.floor(size / 2), size - 1);
  for await (const chunk of (isStream ? answer : [whole]) as AsyncIterable<Buffer>) {
    if (left <= 0) break;
    const bytes = chunk.subarray(0, left);
    left -= bytes.length;
    await new Promise<void>((resolve) => raw.write(bytes, () => resolve()));
  }
  socket?.end();
}

/** Sets the ID of each changed entity to null and adds a GraphQL error with its path. */
function loseIds(answer: string): string {
  const body = JSON.parse(answer) as { data?: object | null; errors?: object[] };
  const data = new Map<string, unknown>(Object.entries(body.data ?? {}));
  const errors = body.errors ?? [];
  for (const [name, value] of data) {
    if (!isObject(value) || !Object.hasOwn(value, 'id')) continue;
    data.set(name, { ...value, id: null });
    errors.push({ message: 'Exception while fetching data', path: [name, 'id'] });
  }
  return JSON.stringify({ ...body, data: Object.fromEntries(data), errors });
}

/** Repeats a request, as a careless gateway does, and appends the token and the password. */
function repeatRequest(request: FastifyRequest, format: Fault['body']): string {
  const { password } = parseJsonObject(request) ?? {};
  const parts = [
    `${request.method} ${request.url}`,
    `authorization: ${request.headers.authorization ?? ''}`,
    readBodyText(request),
    `token: ${readBearerToken(request) ?? ''}`,
    `password: ${typeof password === 'string' ? password : ''}`,
  ];
  if (format === 'json') return JSON.stringify({ message: parts.join(' ') });
  return `<html>\n<head><title>${parts.at(-1)}</title></head>\n<body><pre>${parts.join('\n')}</pre></body>\n</html>\n`;
}
