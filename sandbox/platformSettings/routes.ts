import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Guard, findRealmProblem, createTokenGuard, type TokenParts } from '../access/guard';
import { refuse } from '../http/body';

/** Responses of the settings endpoints: any JSON value. Tests may change them at any time. */
interface PlatformSettings {
  gpu: unknown;
  dataLakeUrls: unknown;
}

/** Returns the settings of the demo: GPU support is enabled, and the data lake has two addresses. */
export function createDemoSettings(platformId: string): PlatformSettings {
  return {
    gpu: { platformId, enabled: true },
    dataLakeUrls: [
      { platformId, name: 'Warehouse', url: 'hdfs://namenode.hadoop.internal:8020/warehouse' },
      { platformId, name: 'Archive', url: 's3a://demo-archive' },
    ],
  };
}

/** Adds the settings endpoints (interface, section 4.5). */
export function addSettingsEndpoints(
  app: FastifyInstance,
  parts: TokenParts & { platformSettings: PlatformSettings },
): void {
  const { settings, tokens, platformSettings } = parts;
  const checkToken = createTokenGuard(parts);
  const preHandler: Guard = async (request, reply) => {
    const problem = findRealmProblem(request, settings);
    if (problem) return void (await refuse(reply, 400, problem.message));
    await checkToken(request, reply);
    if (!reply.sent && tokens.isViewer(request)) {
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
