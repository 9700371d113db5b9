import type { FastifyInstance } from 'fastify';
import { readBodyText, isJson, parseJsonObject, refuse } from '../http/body';
import type { SandboxParts } from '../parts';
import { findLogin } from './tokens';
import { renderLogin } from '../html/pages';
import { findRealmProblem } from './guard';

/** Adds the authentication call (interface, section 4.1). */
export function addAuthentication(
  app: FastifyInstance,
  { settings, tokens, stats }: SandboxParts,
): void {
  app.post(
    '/authentication/api/open/authenticate',
    { config: { operation: 'authenticate' } },
    async (request, reply) => {
      if (!isJson(request)) return refuse(reply, 415, 'Send Content-Type: application/json');
      const problem = findRealmProblem(request, settings);
      if (problem) return refuse(reply, problem.status, problem.message);
      const body = parseJsonObject(request);
      if (typeof body?.login !== 'string' || typeof body.password !== 'string') {
        return refuse(reply, 400, 'The body must be a JSON object with login and password');
      }
      const login = findLogin(settings, body.login, body.password);
      if (login === undefined) {
        return refuse(reply, 401, 'The login or the password is wrong');
      }
      stats.logins++;
      const token = tokens.issue(login);
      return settings.tokenFormat === 'plain'
        ? reply.type('text/plain; charset=utf-8').send(token)
        : reply.type('application/json; charset=utf-8').send(JSON.stringify({ token }));
    },
  );
}

/** Adds the login page. A browser must log in before it can open an explorer (interface, section 4.4). */
export function addLogin(app: FastifyInstance, { settings, sessions }: SandboxParts): void {
  const action = `${settings.basePath}/login`;
  const readNext = (path: string | null | undefined) =>
    isLocalPath(path) ? path : `${settings.basePath}/`;

  app.get<{ Querystring: { next?: string } }>('/login', async ({ query }, reply) =>
    reply.type('text/html; charset=utf-8').send(renderLogin(action, readNext(query.next))),
  );

  app.post('/login', async (request, reply) => {
    const form = new URLSearchParams(readBodyText(request));
    const next = readNext(form.get('next'));
    if (findLogin(settings, form.get('login'), form.get('password')) !== settings.login) {
      const page = renderLogin(action, next, true);
      return reply.code(401).type('text/html; charset=utf-8').send(page);
    }
    return reply.header('set-cookie', sessions.start()).redirect(next, 303);
  });
}

/** Guards against redirects to another site. */
function isLocalPath(path: string | null | undefined): path is string {
  return typeof path === 'string' && /^\/(?![/\\])[^\s\\]*$/.test(path);
}
