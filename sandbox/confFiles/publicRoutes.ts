import { once } from 'node:events';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bearerToken } from '../access/tokens';
import { contentType, Refused, refuseUnread } from '../http/body';
import type { SandboxParts } from '../parts';
import { pathText, place } from './paths';

/** A form is longer than its file. */
const FORM_MARGIN_BYTES = 16 * 1024;

/** Uploads and deletes configuration files (section 4.6), with a token of their own (section 5, item 3). */
export function addConfUploads(
  app: FastifyInstance,
  { settings, confStore: store }: SandboxParts,
): void {
  const { basePath, uploadToken } = settings;
  const above = basePath.split('/').length - 1;

  app.register(async (scope) => {
    // Routes read bodies themselves, so that they refuse a file before it has arrived.
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

    const upload = { config: { operation: 'confUpload' } };
    scope.post('/conf/upload/*', upload, async (request, reply) => {
      try {
        const segments = place(request.url, above + 2, settings);
        store.checkPlace(segments);
        const hasForm = isForm(request);
        const announced = Number(request.headers['content-length'] ?? 0);
        store.checkSize(hasForm ? Math.max(0, announced - FORM_MARGIN_BYTES) : announced);

        // The iterator would destroy the connection, before an answer.
        const body: AsyncIterable<Buffer> = request.raw.iterator({ destroyOnReturn: false });
        const content = await store.receive(hasForm ? readFile(body, request) : body);
        const replaced = store.put(segments, content);
        const answer = { path: pathText(segments), size: content.length };
        return await reply.code(replaced ? 200 : 201).send(answer);
      } catch (error) {
        if (error instanceof Refused) return refuseUnread(request, reply, error);
        throw error;
      }
    });

    scope.delete('/conf/*', { config: { operation: 'confDelete' } }, async (request) => {
      const file = place(request.url, above + 1, settings);
      if (!store.remove(file)) throw new Refused(404, `${pathText(file)} is not there`);
      return { path: pathText(file) };
    });
  });
}

const FILE_FIELD = 'file';

/**
 * Yields the bytes of the field `file` as they arrive, and skips other fields.
 * @throws Refused (400) if the form is broken, or does not have exactly one such field
 */
async function* readFile(
  chunks: AsyncIterable<Buffer>,
  { headers }: FastifyRequest,
): AsyncGenerator<Buffer> {
  const pieces: Buffer[] = [];
  let files = 0;
  const form = createReader(headers as BusboyHeaders).on('file', (_field, file) => {
    files++;
    file.on('data', (piece: Buffer) => pieces.push(piece)).on('error', () => undefined);
  });
  const broken = once(form, 'error').then(() => {
    throw new Refused(400, 'The form breaks off');
  });
  const received = async function* (progress: Promise<unknown>) {
    await Promise.race([progress, broken]);
    if (files > 1) throw new Refused(400, `The form has two fields ${FILE_FIELD}`);
    yield* pieces.splice(0);
  };
  for await (const chunk of chunks) {
    yield* received(new Promise<void>((done) => form.write(chunk, () => done())));
  }
  const finished = new Promise((done) => form.once('finish', done));
  form.end();
  yield* received(finished);
  if (files === 0) throw new Refused(400, `The form has no field ${FILE_FIELD}`);
}

function createReader(headers: BusboyHeaders) {
  try {
    return new Busboy({ headers, isPartAFile: (field) => field === FILE_FIELD });
  } catch {
    throw new Refused(400, 'The Content-Type names no boundary that can be used');
  }
}

function isForm(request: FastifyRequest): boolean {
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new Refused(415, 'Send the file without a Content-Encoding');
  }
  return /^multipart\/form-data *(;|$)/i.test(contentType(request));
}
