import type { FastifyRequest } from 'fastify';
import { bearerToken } from '../access/bearer';
import { bodyText, jsonObject } from '../http/body';
import type { Accident } from './accident';
import { encoded } from './encodings';

/** What a careless gateway repeats of a request: its head, its body, and the secrets in them once more on their own. */
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
