import type { FastifyInstance } from 'fastify';
import { type Guard, realmProblem, tokenGuard } from '../../access/guard';
import { refuse } from '../../http/body';
import type { SandboxParts } from '../../parts';
import type { LogStream } from '../../runs/logs';

const PLACE =
  '/log-proxy/api/logs/:realm/platform/:platformId/project/:projectId/app_execution/:executionId';

interface Asked {
  Params: Record<'realm' | 'platformId' | 'projectId' | 'executionId', string>;
  Querystring: { limit?: string; skip?: string; streams?: string };
}

/** The logs of apps as platforms since about 2024.05 have them besides GraphQL. */
export function addLogProxy(app: FastifyInstance, parts: SandboxParts): void {
  const { settings, store } = parts;
  if (settings.appLogs === 'graphql') return;
  const knownUser = tokenGuard(parts);
  const preHandler: Guard = async (request, reply) => {
    const problem = realmProblem(request, settings);
    if (problem) await refuse(reply, problem.status, problem.message);
    else await knownUser(request, reply);
  };
  app.get<Asked>(
    PLACE,
    { preHandler, config: { operation: 'proxiedLog' } },
    async ({ params, query }, reply) => {
      const { realm, platformId, projectId, executionId } = params;
      const app = store.apps.ofExecution(executionId);
      const isHere = realm === settings.realm && platformId === settings.platformId;
      if (!isHere || app?.projectId !== projectId) {
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
