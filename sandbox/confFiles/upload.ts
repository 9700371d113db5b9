import type { UploadFormat } from '../options';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentType } from '../http/body';
import { Refused } from '../http/refusal';
import { refuseUnread } from './lastWord';
import { fileOfForm } from './multipart';
import { pathText, type Segments } from './paths';
import type { ConfStore } from './store';

/** How much longer than its file a form may be before its length alone tells that it is too long. */
const FORM_MARGIN_BYTES = 16 * 1024;

/** Takes the body of a request in as a file, on its way to the disk, and answers. */
export async function receiveUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  store: ConfStore,
  format: UploadFormat,
  findPlace: () => Segments,
): Promise<FastifyReply> {
  try {
    const segments = findPlace();
    store.checkPlace(segments);
    const isForm = checkFormat(request, format);
    const announced = Number(request.headers['content-length'] ?? 0);
    store.checkSize(isForm ? Math.max(0, announced - FORM_MARGIN_BYTES) : announced);

    // Left open at the end: an answer still has to go out.
    const body: AsyncIterable<Buffer> = request.raw.iterator({ destroyOnReturn: false });
    const staged = await store.stage(isForm ? fileOfForm(body, contentType(request)) : body);
    const { replaced } = store.put(segments, staged);
    return await reply
      .code(replaced ? 200 : 201)
      .send({ path: pathText(segments), size: staged.size });
  } catch (error) {
    if (error instanceof Refused) return refuseUnread(request, reply, error);
    throw error;
  }
}

function checkFormat(request: FastifyRequest, format: UploadFormat): boolean {
  const isForm = /^multipart\/form-data *(;|$)/i.test(contentType(request));
  if (format === 'multipart' && !isForm) throw new Refused(415, 'Send multipart form data');
  if (format === 'binary' && isForm) throw new Refused(415, 'Send the file as the body');
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new Refused(415, 'Send the file without a Content-Encoding');
  }
  return isForm;
}
