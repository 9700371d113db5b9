import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Guard, realmProblem, tokenGuard, type TokenParts } from '../access/guard';
import { refuse } from '../http/body';

/** Responses of the settings endpoints: any JSON value. May be changed at any time. */
interface PlatformSettings {
  gpu: unknown;
  dataLakeUrls: unknown;
  /** Whether the login is an administrator's; nobody else may read settings. */
  isAdministrator: boolean;
}

/** GPU support is on; the demo's data lake has one address a platform. */
export function demoSettings(platformId: string): PlatformSettings {
  return {
    gpu: { platformId, enabled: true },
    dataLakeUrls: [
      { platformId, name: 'Warehouse', url: 'hdfs://namenode.hadoop.internal:8020/warehouse' },
      { platformId, name: 'Archive', url: 's3a://demo-archive' },
    ],
    isAdministrator: true,
  };
}

/** The settings endpoints (section 4.5). */
export function addSettingsEndpoints(
  app: FastifyInstance,
  parts: TokenParts & { platformSettings: PlatformSettings },
): void {
  const { settings, tokens, platformSettings } = parts;
  const knownUser = tokenGuard(parts);
  const preHandler: Guard = async (request, reply) => {
    const problem = realmProblem(request, settings);
    if (problem) return void (await refuse(reply, 400, problem.message));
    await knownUser(request, reply);
    if (!reply.sent && (!platformSettings.isAdministrator || tokens.isViewer(request))) {
      await refuse(reply, 403, 'Only an administrator may read the settings');
    }
  };

  app.get<{ Params: { platformId: string } }>(
    '/settings/api/v1/settings/platform/:platformId/gpu',
    { preHandler, config: { operation: 'gpuSetting' } },
    async ({ params: { platformId } }, reply) =>
      platformId === settings.platformId
        ? sendJson(reply, platformSettings.gpu)
        : refuse(reply, 404, `There is no platform ${platformId}`),
  );

  app.get(
    '/settings/api/v1/settings/platforms/datalakeUrls',
    { preHandler, config: { operation: 'dataLakeUrls' } },
    async (_request, reply) => sendJson(reply, platformSettings.dataLakeUrls),
  );
}

function sendJson(reply: FastifyReply, value: unknown): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(value));
}
