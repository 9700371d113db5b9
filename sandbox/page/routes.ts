import type { FastifyInstance } from 'fastify';
import type { ServerParts } from '../parts';
import { escapeHtml, filled, pageFile, scriptTag, styleTag } from '../html/files';
import { overviewState } from './state';

/** The page that shows projects, jobs and their runs as they change, and the JSON behind it. */
export function addOverview(app: FastifyInstance, parts: ServerParts): void {
  const { settings, store, confFiles, stats, accidents } = parts;

  app.get('/', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(
      filled(pageFile('overview.html'), {
        style: styleTag(),
        script: scriptTag('overview.js'),
        basePath: escapeHtml(settings.basePath),
        explorer: escapeHtml(
          `${settings.basePath}/projects/api/platform/${encodeURIComponent(settings.platformId)}/graphiql`,
        ),
      }),
    ),
  );

  app.get('/sandbox/state', async () =>
    overviewState(settings, store, confFiles, stats, accidents.pending().length),
  );
}
