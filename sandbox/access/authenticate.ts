import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Settings } from '../options';
import { jsonObject, isJson } from '../http/body';
import { refuse } from '../http/refusal';
import type { Stats } from '../http/stats';
import { isAccount } from './account';
import type { Tokens } from './tokens';

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
