import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Settings } from '../options';
import { bodyText, isJson, jsonObject, refuse } from '../http/body';
import type { Stats } from '../http/stats';
import { isAccount, type Tokens } from './tokens';
import { renderLogin } from '../html/pages';
import type { Sessions } from './guard';

/** The authentication call (section 4.1). */
export function addAuthentication(
  app: FastifyInstance,
  settings: Settings,
  tokens: Tokens,
  stats: Stats,
): void {
  app.post(
    '/authentication/api/open/authenticate',
    { config: { operation: 'authenticate' } },
    async (request, reply) => {
      if (!isJson(request)) return refuse(reply, 415, 'Send Content-Type: application/json');
      const realm = request.headers[settings.realmHeader.toLowerCase()];
      if (realm === undefined || realm === '') {
        return refuse(reply, 400, `The header ${settings.realmHeader} is missing`);
      }
      if (realm !== settings.realm) {
        return refuse(reply, 401, `The realm in the header ${settings.realmHeader} is not known`);
      }
      const body = jsonObject(request);
      if (typeof body?.login !== 'string' || typeof body.password !== 'string') {
        return refuse(reply, 400, 'The body must be a JSON object with login and password');
      }
      if (!isAccount(settings, body.login, body.password)) {
        return refuse(reply, 401, 'The login or the password is wrong');
      }
      stats.logins++;
      return answer(reply, settings.tokenFormat, tokens.issue(body.login, settings.realm));
    },
  );
}

function answer(reply: FastifyReply, format: Settings['tokenFormat'], token: string): FastifyReply {
  if (format === 'plain') return reply.type('text/plain; charset=utf-8').send(token);
  const body = format === 'object' ? { token } : token;
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}

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
