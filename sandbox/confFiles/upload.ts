import { contentType, Refused, refuseUnread } from '../http/body';
import type { Settings } from '../options';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathText, type Segments } from './paths';
import type { ConfStore } from './store';

const PARAMETER = /;[ \t]*([^\s=;]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^;]*))[ \t]*/gy;

/** The parameters of a header's value (`type; name="value"; …`), by lower-case name. */
function parameters(header: string): Map<string, string> {
  const found = new Map<string, string>();
  const start = header.indexOf(';');
  if (start < 0) return found;
  for (const [, name = '', quoted, bare = ''] of header.slice(start).matchAll(PARAMETER)) {
    found.set(name.toLowerCase(), quoted?.replace(/\\(["\\])/g, '$1') ?? bare.trim());
  }
  return found;
}

/** Reads a stream of bytes up to marks, wherever the stream was cut into chunks. */
class ByteReader {
  private readonly chunks: AsyncIterator<Buffer>;

  /** `held`: bytes that come before those of the stream. */
  constructor(
    chunks: AsyncIterable<Buffer>,
    private held: Buffer = Buffer.alloc(0),
  ) {
    this.chunks = chunks[Symbol.asyncIterator]();
  }

  /** Gives the bytes before the mark, in pieces, and passes over the mark. Throws where the stream ends before it. */
  async *until(mark: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.held.indexOf(mark);
      if (at >= 0) {
        const before = this.held.subarray(0, at);
        this.held = this.held.subarray(at + mark.length);
        if (before.length > 0) yield before;
        return;
      }
      // The last bytes may be the beginning of the mark.
      const sure = Math.max(0, this.held.length - mark.length + 1);
      const before = this.held.subarray(0, sure);
      this.held = this.held.subarray(sure);
      if (before.length > 0) yield before;
      await this.more();
    }
  }

  /** Gives the next bytes and leaves them where they are. Throws where the stream ends before. */
  async peek(count: number): Promise<Buffer> {
    while (this.held.length < count) await this.more();
    return this.held.subarray(0, count);
  }

  /** Passes over everything that is left. */
  async skipRest(): Promise<void> {
    this.held = Buffer.alloc(0);
    while (!(await this.chunks.next()).done);
  }

  /** Lets go of the stream, so that others can read on. */
  async close(): Promise<void> {
    await this.chunks.return?.();
  }

  private async more(): Promise<void> {
    const next = await this.chunks.next();
    if (next.done) throw new EndOfBytes();
    this.held = this.held.length > 0 ? Buffer.concat([this.held, next.value]) : next.value;
  }
}

/** The stream ended before what was looked for. */
class EndOfBytes extends Error {}

const FILE_FIELD = 'file';
const MAX_PART_HEADER_BYTES = 16 * 1024;
const MAX_BOUNDARY_CHARACTERS = 70;
const HEADER_END = Buffer.from('\r\n\r\n');
const PLAIN_ENCODINGS = ['', '7bit', '8bit', 'binary'];

/**
 * The bytes of the field `file` in multipart form data, as they come in. Other fields are passed over. Throws a
 * Refused (400) where the form is broken, or does not hold exactly one such field.
 */
async function* fileOfForm(
  chunks: AsyncIterable<Buffer>,
  contentType: string,
): AsyncGenerator<Buffer> {
  const delimiter = Buffer.from(`\r\n--${boundaryOf(contentType)}`, 'latin1');
  // As if a line had ended before: the first delimiter then looks like every other.
  const reader = new ByteReader(chunks, Buffer.from('\r\n'));
  let files = 0;
  try {
    await passOver(reader.until(delimiter));
    while ((await reader.peek(2)).toString('latin1') !== '--') {
      const isFile = isFilePart(await partHeader(reader));
      if (isFile && ++files > 1) throw new Refused(400, `The form has two fields ${FILE_FIELD}`);
      if (isFile) yield* reader.until(delimiter);
      else await passOver(reader.until(delimiter));
    }
    await reader.skipRest();
  } catch (error) {
    throw error instanceof EndOfBytes ? new Refused(400, 'The form breaks off') : error;
  } finally {
    await reader.close();
  }
  if (files === 0) throw new Refused(400, `The form has no field ${FILE_FIELD}`);
}

function boundaryOf(contentType: string): string {
  const boundary = parameters(contentType).get('boundary') ?? '';
  if (boundary === '' || boundary.length > MAX_BOUNDARY_CHARACTERS) {
    throw new Refused(400, 'The Content-Type names no boundary that can be used');
  }
  return boundary;
}

/** The header lines of the part that begins here, by lower-case name. */
async function partHeader(reader: ByteReader): Promise<Map<string, string>> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of reader.until(HEADER_END)) {
    size += piece.length;
    if (size > MAX_PART_HEADER_BYTES) throw new Refused(400, 'A header of the form is too long');
    pieces.push(piece);
  }
  const [rest = '', ...lines] = Buffer.concat(pieces).toString('utf8').split('\r\n');
  // After the boundary, only white space may fill the line.
  if (!/^[ \t]*$/.test(rest)) throw new Refused(400, 'A boundary of the form goes on unexpectedly');
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      if (colon < 1) throw new Refused(400, 'A header of the form has no name');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

function isFilePart(header: Map<string, string>): boolean {
  const disposition = header.get('content-disposition') ?? '';
  if (!/^form-data *(;|$)/i.test(disposition)) return false;
  if (parameters(disposition).get('name') !== FILE_FIELD) return false;
  const encoding = header.get('content-transfer-encoding') ?? '';
  if (PLAIN_ENCODINGS.includes(encoding.toLowerCase())) return true;
  throw new Refused(400, `The transfer encoding ${encoding} is not known`);
}

async function passOver(pieces: AsyncIterable<Buffer>): Promise<void> {
  for await (const piece of pieces) void piece;
}

/** How much longer than its file a form may be before its length alone tells that it is too long. */
const FORM_MARGIN_BYTES = 16 * 1024;

/** Takes the body of a request in as a file, on its way to the disk, and answers. */
export async function receiveUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  store: ConfStore,
  format: Settings['uploadFormat'],
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

function checkFormat(request: FastifyRequest, format: Settings['uploadFormat']): boolean {
  const isForm = /^multipart\/form-data *(;|$)/i.test(contentType(request));
  if (format === 'multipart' && !isForm) throw new Refused(415, 'Send multipart form data');
  if (format === 'binary' && isForm) throw new Refused(415, 'Send the file as the body');
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new Refused(415, 'Send the file without a Content-Encoding');
  }
  return isForm;
}
