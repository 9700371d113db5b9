import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Guard, tokenGuard } from '../access/guard';
import type { Tokens } from '../access/tokens';
import type { Settings } from '../options';
import { refuse } from '../http/body';

/** What the settings endpoints answer: any JSON value. May be changed at any time. */
export interface PlatformSettings {
  gpu: unknown;
  dataLakeUrls: unknown;
  /** Whether the login is an administrator's; nobody else may read settings. */
  isAdministrator: boolean;
}

/** The settings endpoints (section 4.5). */
export function addSettingsEndpoints(
  app: FastifyInstance,
  settings: Settings,
  answers: PlatformSettings,
  tokens: Tokens,
): void {
  const preHandler = settingsGuard(settings, answers, tokens);

  app.get(
    '/settings/api/v1/settings/platform/:platformId/gpu',
    { preHandler, config: { operation: 'gpuSetting' } },
    async ({ params }, reply) => {
      const { platformId } = params as { platformId: string };
      if (platformId !== settings.platformId) {
        return refuse(reply, 404, `There is no platform ${platformId}`);
      }
      return sendJson(reply, answers.gpu);
    },
  );

  app.get(
    '/settings/api/v1/settings/platforms/datalakeUrls',
    { preHandler, config: { operation: 'dataLakeUrls' } },
    async (_request, reply) => sendJson(reply, answers.dataLakeUrls),
  );
}

function settingsGuard(settings: Settings, answers: PlatformSettings, tokens: Tokens): Guard {
  const knownUser = tokenGuard(tokens);
  return async (request, reply) => {
    const problem = realmProblem(request, settings);
    if (problem !== undefined) {
      await refuse(reply, 400, problem);
      return;
    }
    await knownUser(request, reply);
    if (!reply.sent && !answers.isAdministrator) {
      await refuse(reply, 403, 'Only an administrator may read the settings');
    }
  };
}

function realmProblem({ headers }: FastifyRequest, settings: Settings): string | undefined {
  const realm = headers[settings.realmHeader.toLowerCase()];
  if (realm === undefined || realm === '') return `The header ${settings.realmHeader} is missing`;
  return realm === settings.realm
    ? undefined
    : `The realm in the header ${settings.realmHeader} is not known`;
}

function sendJson(reply: FastifyReply, value: unknown): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(value));
}
