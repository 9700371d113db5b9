import type { FastifyRequest } from 'fastify';

/** The token of `Authorization: Bearer <token>` (section 4); undefined where there is none. */
export function bearerToken({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}
