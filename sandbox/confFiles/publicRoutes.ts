import { once } from 'node:events';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readBearerToken } from '../access/tokens';
import { getContentType, Refused, refuseUnread } from '../http/body';
import type { SandboxParts } from '../parts';
import { joinPath, readFilePath } from './paths';

/** Maximum bytes that a form adds to its file. */
const FORM_MARGIN_BYTES = 16 * 1024;

/**
 * Adds the upload and the deletion of configuration files (interface, section 4.6). They need the upload token (interface, section 5,
 * item 3).
 */
export function addPublicConfRoutes(
  app: FastifyInstance,
  { settings, confStore: store }: SandboxParts,
): void {
  const { basePath, uploadToken } = settings;
  const baseSegments = basePath.split('/').length - 1;

  app.register(async (scope) => {
    // The routes read bodies themselves, so that they can refuse a file before all of it has arrived.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));

    scope.addHook('preHandler', async (request, reply) => {
      const token = readBearerToken(request);
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

    const upload = { config: { operation: 'confUpload' } };
    scope.post('/conf/upload/*', upload, async (request, reply) => {
      try {
        const segments = readFilePath(request.url, baseSegments + 2, settings);
        store.checkFilePath(segments);
        if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
          throw new Refused(415, 'Send the file without a Content-Encoding');
        }
        const hasForm = isForm(request);
        const announced = Number(request.headers['content-length'] ?? 0);
        store.checkSize(hasForm ? Math.max(0, announced - FORM_MARGIN_BYTES) : announced);

        // By default, the iterator destroys the connection before the answer is sent.
        const body: AsyncIterable<Buffer> = request.raw.iterator({ destroyOnReturn: false });
        const content = await store.receive(hasForm ? readFormFile(body, request) : body);
        const replaced = store.put(segments, content);
        const answer = { path: joinPath(segments), size: content.length };
        return await reply.code(replaced ? 200 : 201).send(answer);
      } catch (error) {
        if (error instanceof Refused) return refuseUnread(request, reply, error);
        throw error;
      }
    });

    scope.delete('/conf/*', { config: { operation: 'confDelete' } }, async (request) => {
      const file = readFilePath(request.url, baseSegments + 1, settings);
      if (!store.remove(file)) throw new Refused(404, `${joinPath(file)} does not exist`);
      return { path: joinPath(file) };
    });
  });
}

const FILE_FIELD = 'file';

/**
 * Yields the bytes of the field `file` as they arrive, and skips other fields.
 * @throws Refused (400) if the form is broken, or does not have exactly one such field
 */
async function* readFormFile(
  chunks: AsyncIterable<Buffer>,
  { headers }: FastifyRequest,
): AsyncGenerator<Buffer> {
  const pieces: Buffer[] = [];
  let files = 0;
  const form = createFormReader(headers as BusboyHeaders).on('file', (_field, file) => {
    files++;
    file.on('data', (piece: Buffer) => pieces.push(piece)).on('error', () => undefined);
  });
  const broken = once(form, 'error').then(() => {
    throw new Refused(400, 'The form ends too early');
  });
  const yieldReceived = async function* (progress: Promise<unknown>) {
    await Promise.race([progress, broken]);
    if (files > 1) throw new Refused(400, `The form has more than one field ${FILE_FIELD}`);
    yield* pieces.splice(0);
  };
  for await (const chunk of chunks) {
    yield* yieldReceived(new Promise<void>((done) => form.write(chunk, () => done())));
  }
  const finished = new Promise((done) => form.once('finish', done));
  form.end();
  yield* yieldReceived(finished);
  if (files === 0) throw new Refused(400, `The form has no field ${FILE_FIELD}`);
}

function createFormReader(headers: BusboyHeaders) {
  try {
    return new Busboy({ headers, isPartAFile: (field) => field === FILE_FIELD });
  } catch {
    throw new Refused(400, 'The Content-Type has no valid boundary');
  }
}

function isForm(request: FastifyRequest): boolean {
  return /^multipart\/form-data *(;|$)/i.test(getContentType(request));
}
