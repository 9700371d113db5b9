import type { FastifyInstance } from 'fastify';
import { type Guard, findRealmProblem, createTokenGuard } from '../../access/guard';
import { refuse } from '../../http/body';
import type { SandboxParts } from '../../parts';
import type { LogStream } from '../../runs/script';

const LOG_PATH =
  '/log-proxy/api/logs/:realm/platform/:platformId/project/:projectId/app_execution/:executionId';

interface LogRequest {
  Params: Record<'realm' | 'platformId' | 'projectId' | 'executionId', string>;
  Querystring: { limit?: string; skip?: string; streams?: string };
}

/** Adds the second interface to app logs, which platforms have had since about 2024.05. */
export function addLogProxy(app: FastifyInstance, parts: SandboxParts): void {
  const { settings, store } = parts;
  if (settings.appLogs === 'graphql') return;
  const checkToken = createTokenGuard(parts);
  const preHandler: Guard = async (request, reply) => {
    const problem = findRealmProblem(request, settings);
    if (problem) await refuse(reply, problem.status, problem.message);
    else await checkToken(request, reply);
  };
  app.get<LogRequest>(
    LOG_PATH,
    { preHandler, config: { operation: 'proxiedLog' } },
    async ({ params, query }, reply) => {
      const { realm, platformId, projectId, executionId } = params;
      const app = store.apps.findByExecution(executionId);
      const isThisPlatform = realm === settings.realm && platformId === settings.platformId;
      if (!isThisPlatform || app?.projectId !== projectId) {
        return refuse(reply, 404, `There is no log of the execution ${executionId}`);
      }
      const streams = query.streams?.split(',') as LogStream[] | undefined;
      const [limit, skip] = [Number(query.limit ?? 100), Number(query.skip ?? 0)];
      const lines = store.apps.log(app, executionId, { limit, skip, streams }) ?? [];
      const total = store.apps.log(app, executionId, { streams })?.length ?? 0;
      const logs = lines.map(({ index, value, stream, recordAt }) => ({
        index,
        value,
        stream,
        time: new Date(recordAt).toISOString().replace('Z', '000000Z'),
      }));
      return { logs, limit, total, order: 'asc', source: 'sandbox' };
    },
  );
}
