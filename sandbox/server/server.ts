import fastify, { type FastifyInstance } from 'fastify';
import { addAuthentication, addLogin } from '../access/routes';
import { addFaultHooks } from '../faults/hooks';
import { addFaultRoutes } from '../faults/faults';
import { addCatalogModule } from '../catalog/routes';
import { addPublicConfRoutes } from '../confFiles/publicRoutes';
import { addCluster } from '../kubernetes/routes';
import { addPlatformPages } from '../page/platformPages';
import { addOverview } from '../page/overview';
import { addSettingsEndpoints } from '../platformSettings/routes';
import { addLogProxy } from '../projects/app/logProxy';
import { addProjectsModule } from '../projects/routes';
import { addLatency, addRecording } from './recording';
import type { SandboxParts } from '../parts';
import { refuse } from '../http/body';

const MAX_BODY_BYTES = 256 * 1024 * 1024;
export const MAX_PARAMETER_CHARACTERS = 4096;

/** Creates the server at the base address. */
export function createServer(parts: SandboxParts): FastifyInstance {
  const { settings, stats } = parts;
  const app = fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    forceCloseConnections: true,
    // A client whose base address ends with a slash sends two slashes.
    rewriteUrl: ({ url = '/' }) => url.replace('//authentication/', '/authentication/'),
    routerOptions: { maxParamLength: MAX_PARAMETER_CHARACTERS },
  });
  stats.countConnections(app.server);
  readBodiesAsBytes(app);
  app.register(async (scope) => addEverything(scope, parts), { prefix: settings.basePath });
  return app;
}

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) =>
    refuse(reply, error.statusCode ?? 500, error.message),
  );
  app.setNotFoundHandler((request, reply) =>
    refuse(reply, 404, `${request.method} ${request.url} does not exist`),
  );
}

function addEverything(app: FastifyInstance, parts: SandboxParts): void {
  const { settings, schedules, stats, faults } = parts;
  answerErrors(app);
  if (schedules) app.addHook('onRequest', async () => schedules.play());
  addRecording(app, stats);
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('date', new Date(settings.clock()).toUTCString());
  });
  addLatency(app, settings.latencyMs);
  addFaultHooks(app, parts, (url) => url.slice(settings.basePath.length));

  addAuthentication(app, parts);
  addLogin(app, parts);
  addProjectsModule(app, parts);
  addLogProxy(app, parts);
  addCatalogModule(app, parts);
  addSettingsEndpoints(app, parts);
  addPlatformPages(app, parts);
  addPublicConfRoutes(app, parts);
  addCluster(app, parts);

  app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, isControl: true };
    });
    addFaultRoutes(scope, faults);
    addOverview(scope, parts);
  });
}

function readBodiesAsBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}
