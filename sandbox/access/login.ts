import type { FastifyInstance } from 'fastify';
import type { Settings } from '../options';
import { renderLogin } from '../html/login';
import { bodyText } from '../http/body';
import { isAccount } from './account';
import type { Sessions } from './sessions';

interface LoginRoute {
  Querystring: { next?: string };
}

/** The login page of the browser, needed before an explorer (section 4.4). */
export function addLogin(app: FastifyInstance, settings: Settings, sessions: Sessions): void {
  const home = `${settings.basePath}/`;

  app.get<LoginRoute>('/login', async (request, reply) =>
    reply.type('text/html; charset=utf-8').send(
      renderLogin({
        action: `${settings.basePath}/login`,
        next: localPath(request.query.next, home),
        failed: false,
      }),
    ),
  );

  app.post('/login', async (request, reply) => {
    const form = new URLSearchParams(bodyText(request));
    const next = localPath(form.get('next') ?? undefined, home);
    if (!isAccount(settings, form.get('login'), form.get('password'))) {
      return reply
        .code(401)
        .type('text/html; charset=utf-8')
        .send(renderLogin({ action: `${settings.basePath}/login`, next, failed: true }));
    }
    return reply.header('set-cookie', sessions.start()).redirect(next, 303);
  });
}

/** Never sends a browser to another site. */
function localPath(path: string | undefined, otherwise: string): string {
  return path !== undefined && /^\/(?![/\\])[^\s\\]*$/.test(path) ? path : otherwise;
}
