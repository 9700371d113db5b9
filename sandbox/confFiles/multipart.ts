import { Refused } from '../http/refusal';
import { ByteReader, EndOfBytes } from './byteReader';
import { parameters } from './headerParameters';

const FILE_FIELD = 'file';
const MAX_PART_HEADER_BYTES = 16 * 1024;
const MAX_BOUNDARY_CHARACTERS = 70;
const HEADER_END = Buffer.from('\r\n\r\n');
const PLAIN_ENCODINGS = ['', '7bit', '8bit', 'binary'];

/**
 * The bytes of the field `file` in multipart form data, as they come in. Other fields are passed over. Throws a
 * Refused (400) where the form is broken, or does not hold exactly one such field.
 */
export async function* fileOfForm(
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
