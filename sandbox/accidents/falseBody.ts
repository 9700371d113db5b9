import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { bearerToken } from '../access/tokens';
import { bodyText, jsonObject } from '../http/body';
import type { Accident } from './accident';

/** Reads this many bytes of a body that still arrives, or all of a shorter one. */
export async function letIn(body: IncomingMessage, count: number): Promise<void> {
  let left = count;
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      left -= (chunk as Buffer).length;
      if (left <= 0) return;
    }
  } catch {
    // The client has gone.
  }
}

/** The first bytes of an answer; a stream is closed after them. */
export async function* firstBytes(whole: Buffer | Readable, count: number): AsyncGenerator<Buffer> {
  let left = count;
  const chunks = Buffer.isBuffer(whole) ? [whole] : (whole as AsyncIterable<Buffer>);
  for await (const chunk of chunks) {
    if (left <= 0) return;
    yield chunk.subarray(0, left);
    left -= chunk.length;
  }
}

/** The answer to a change that was made, with an error below the root field in place of the ID of the changed entity. */
export function withLostIds(answer: string): string {
  const body = JSON.parse(answer) as { data?: unknown; errors?: unknown[] };
  const data = (body.data ?? {}) as Record<string, unknown>;
  const told = Object.entries(data).filter(([, value]) => holdsId(value));
  const lost = told.map(([name, value]) => [name, { ...(value as object), id: null }] as const);
  const errors = told.map(([name]) => ({
    message: 'Exception while fetching data',
    path: [name, 'id'],
  }));
  return JSON.stringify({
    ...body,
    data: { ...data, ...Object.fromEntries(lost) },
    errors: [...(body.errors ?? []), ...errors],
  });
}

function holdsId(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'id');
}

/** Repeats a request as a careless gateway does: its head, its body, and the secrets in them once more on their own. */
export function echoOf(request: FastifyRequest, { body }: Accident): string {
  const { password } = jsonObject(request) ?? {};
  const parts = [
    `${request.method} ${request.url}`,
    `authorization: ${request.headers.authorization ?? ''}`,
    bodyText(request),
    `token: ${bearerToken(request) ?? ''}`,
    `password: ${typeof password === 'string' ? password : ''}`,
  ];
  if (body === 'json') return JSON.stringify({ message: parts.join(' ') });
  return `<html>\n<head><title>${parts.at(-1)}</title></head>\n<body><pre>${parts.join('\n')}</pre></body>\n</html>\n`;
}
