import type { FastifyInstance } from 'fastify';
import { refuseUnread, Refused } from '../http/body';
import { bearerToken } from '../access/tokens';
import type { SandboxParts } from '../parts';
import { pathText, place } from './paths';
import { receiveUpload } from './upload';

/** Uploads and deletes configuration files (section 4.6), with a token of their own (section 5, item 3). */
export function addConfUploads(
  app: FastifyInstance,
  { settings, confStore: store }: SandboxParts,
): void {
  const { basePath, uploadToken, uploadFormat } = settings;
  const above = basePath.split('/').length - 1;

  app.register(async (scope) => {
    // Bodies stay unread until a route reads them: they may be larger than the memory.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));

    scope.addHook('preHandler', async (request, reply) => {
      const token = bearerToken(request);
      if (token === uploadToken) return;
      const missing = 'The header Authorization: Bearer <upload token> is missing';
      await refuseUnread(
        request,
        reply,
        token === undefined
          ? new Refused(401, missing)
          : new Refused(403, 'The upload token is wrong'),
      );
    });

    scope.post('/conf/upload/*', { config: { operation: 'confUpload' } }, (request, reply) =>
      receiveUpload(request, reply, store, uploadFormat, () =>
        place(request.url, above + 2, settings),
      ),
    );

    scope.delete('/conf/*', { config: { operation: 'confDelete' } }, async (request) => {
      const file = place(request.url, above + 1, settings);
      if (!store.remove(file)) throw new Refused(404, `${pathText(file)} is not there`);
      return { path: pathText(file) };
    });
  });
}
