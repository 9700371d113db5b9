import { extname } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { addFaultHooks } from '../faults/hooks';
import { addLatency, addRecording } from './recording';
import { refuse, Refused } from '../http/body';
import type { SandboxParts } from '../parts';
import { answerErrors, MAX_PARAMETER_CHARACTERS } from './server';
import { joinPath, readFilePath, type Segments, splitPath } from '../confFiles/paths';
import type { Entry } from '../confFiles/store';
import type { ListingFormat } from '../options';

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.properties': 'text/plain; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
};

/** Creates the server at the local address, which lists and retrieves configuration files (interface, section 4.6). */
export function createLocalServer(parts: SandboxParts): FastifyInstance {
  const { settings, confStore, confFiles, stats } = parts;
  const app = fastify({
    logger: false,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: MAX_PARAMETER_CHARACTERS },
  });
  stats.countConnections(app.server);
  answerErrors(app);
  addRecording(app, stats);
  addLatency(app, settings.latencyMs);
  addFaultHooks(app, parts, (url) => url);

  app.get<{ Querystring: { path?: unknown } }>(
    '/configuration/:customer/:platformId',
    { config: { operation: 'confList' } },
    async (request) => {
      readFilePath(request.url, 1, settings);
      const { path = '/' } = request.query;
      if (typeof path !== 'string') throw new Refused(400, 'Send one path');
      const folder = splitPath(path);
      const entries = confStore.list(folder);
      if (!entries) throw new Refused(404, `There is no folder ${joinPath(folder)}`);
      return formatListing(confFiles.listingFormat, folder, entries);
    },
  );

  app.get(
    '/configuration/:customer/:platformId/*',
    { config: { operation: 'confRetrieve' } },
    async (request, reply) => {
      const path = readFilePath(request.url, 1, settings);
      const content = confStore.read(path);
      if (!content) return refuse(reply, 404, `${joinPath(path)} does not exist`);
      const extension = extname(path.at(-1) ?? '').toLowerCase();
      // Some web servers send a .gz file as the compressed form of another file.
      if (extension === '.gz') void reply.header('content-encoding', 'gzip');
      return reply.type(CONTENT_TYPES[extension] ?? 'application/octet-stream').send(content);
    },
  );
  return app;
}

function formatListing(format: ListingFormat, segments: Segments, entries: Entry[]): unknown {
  const names = entries.map(({ name, isFolder }) => (isFolder ? `${name}/` : name));
  const objects = entries.map(({ name, path, size, modifiedAt, isFolder }) => ({
    name,
    path,
    type: isFolder ? 'directory' : 'file',
    size,
    lastModified: new Date(modifiedAt).toISOString(),
  }));
  const files = objects.map(({ name, type, size, lastModified: modifiedAt }) => ({
    name,
    isDirectory: type === 'directory',
    size,
    modifiedAt,
  }));
  return { names, objects, wrapped: { path: joinPath(segments), files } }[format];
}
