import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const COOKIE = 'sandbox_session';

/** Browser sessions, told by an HttpOnly cookie. */
export class Sessions {
  private readonly ids = new Set<string>();

  /** Starts a session and gives the value of its Set-Cookie header. */
  start(): string {
    const id = randomBytes(24).toString('base64url');
    this.ids.add(id);
    return `${COOKIE}=${id}; Path=/; HttpOnly; SameSite=Lax`;
  }

  has(request: FastifyRequest): boolean {
    const id = cookie(request.headers.cookie ?? '', COOKIE);
    return id !== undefined && this.ids.has(id);
  }
}

function cookie(header: string, name: string): string | undefined {
  return header
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}
