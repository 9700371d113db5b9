import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerToken } from '../access/tokens';
import { bodyText, jsonObject } from '../http/body';
import { type Accident, encoded } from './accident';

/** Reads this many bytes of a body that still arrives, or all of a shorter one. */
export async function letIn(body: IncomingMessage, count: number): Promise<void> {
  let left = count;
  if (body.readableEnded) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      body.off('data', take);
      resolve();
    };
    const take = (chunk: Buffer) => {
      left -= chunk.length;
      if (left <= 0) done();
    };
    body.on('data', take).once('end', done).once('close', done);
    if (left <= 0) done();
  });
  body.pause();
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
export function withLostIds(answer: unknown): string | undefined {
  let body: { data?: unknown; errors?: unknown[] };
  try {
    body = JSON.parse(String(answer)) as typeof body;
  } catch {
    return undefined;
  }
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
export function echoOf(request: FastifyRequest, { encoding = 'plain', body }: Accident): string {
  const { password } = jsonObject(request) ?? {};
  const parts = [
    `${request.method} ${request.url}`,
    `authorization: ${request.headers.authorization ?? ''}`,
    bodyText(request),
    `token: ${bearerToken(request) ?? ''}`,
    `password: ${typeof password === 'string' ? password : ''}`,
  ].map((part) => encoded(part, encoding));
  if (body === 'json') return JSON.stringify({ message: parts.join(' ') });
  return `<html>\n<head><title>${parts.at(-1)}</title></head>\n<body><pre>${parts.join('\n')}</pre></body>\n</html>\n`;
}

const USUAL_BYTES = 64 * 2 ** 20;
const PIECE = '{"id":"again","name":"and again"},';

/** Returns JSON of this many bytes. */
export function hugeJson({ bytes = USUAL_BYTES }: Accident): string {
  return `{"data":{"text":"${'x'.repeat(bytes)}"}}`;
}

/** Sends JSON until the other side has had enough of it. */
export function sendWithoutEnd(accident: Accident, { raw }: FastifyReply): void {
  raw.writeHead(200, { 'content-type': 'application/json' });
  raw.write('{"data":{"projects":[');
  if (accident.kind === 'drip') {
    const timer = setInterval(() => raw.write(' '), accident.everyMs ?? 1_000);
    raw.once('close', () => clearInterval(timer));
    return;
  }
  const pieces = PIECE.repeat(2_000);
  const more = () => {
    if (raw.destroyed) return;
    if (raw.write(pieces)) setImmediate(more);
    else raw.once('drain', more);
  };
  more();
}
