import type { FastifyRequest } from 'fastify';

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

/** The body as a JSON value; undefined where it is not JSON. */
export function jsonValue(request: FastifyRequest): unknown {
  try {
    return JSON.parse(bodyText(request));
  } catch {
    return undefined;
  }
}

/** The body as a JSON object; undefined where it is anything else. */
export function jsonObject(request: FastifyRequest): Record<string, unknown> | undefined {
  const value = jsonValue(request);
  return isObject(value) ? value : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
