import { createHash } from 'node:crypto';
import { Readable, type PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';
import { UnexpectedResponseError } from '../../errors/errors';
import { excerpt } from '../../text/text';

/** A file to write. */
interface ZipEntry {
  path: string;
  /** Opened when its turn has come. */
  open(): Promise<ZipContent>;
}

/** The bytes of a file, and their hash when they were first read; of a text none. */
export interface ZipContent {
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>;
  sha256?: string;
}

/** The first day that a ZIP file can name, by this machine's clock: there, it stands without a zone. */
const fixedTime = () => new Date(1980, 0, 1);
const MODE = 0o100644;
const PIECE_BYTES = 256 * 1024;

/**
 * A ZIP file as a stream; the same entries give the same bytes. Nothing is compressed: packages are archives for the
 * most part, and what a compressor makes of a text differs from version to version.
 * @returns pieces that belong to the caller
 * @throws UnexpectedResponseError if the bytes of an entry are not those that were read
 */
export async function* writeZip(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const options = { mtime: fixedTime(), mode: MODE, compress: false, forceDosTimestamp: true };
  for (const entry of entries) {
    zip.addReadStreamLazy(entry.path, options, (give) => {
      const stream = Readable.from(checkedBytes(entry), { objectMode: false });
      stream.on('error', (error) => zip.emit('error', error));
      give(undefined, stream);
    });
  }
  const output = zip.outputStream as PassThrough;
  zip.on('error', (error: Error) => output.destroy(error));
  zip.end();
  yield* inPieces(output);
}

/** The writer gets memory that nothing else uses: what has been compared here is what it writes. */
async function* checkedBytes({ path, open }: ZipEntry): AsyncGenerator<Buffer> {
  const { pieces, sha256 } = await open();
  const hash = createHash('sha256');
  for await (const piece of pieces) {
    const copy = Buffer.from(piece);
    hash.update(copy);
    yield copy;
  }
  if (sha256 === undefined || hash.digest('hex') === sha256) return;
  throw new UnexpectedResponseError(`The file ${excerpt(path)} was damaged during writing`, {
    hint: 'It differs from what was read from the platform. Do not use this export. Run it again, and report this if it happens again.',
  });
}

/** Joins chunks, many of which are a few bytes, to pieces that are written to disk quickly. */
async function* inPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  let length = 0;
  for await (const chunk of chunks) {
    for (let copied = 0; copied < chunk.length;) {
      const added = chunk.copy(piece, length, copied);
      copied += added;
      length += added;
      if (length < piece.length) continue;
      yield piece;
      piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
      length = 0;
    }
  }
  if (length > 0) yield piece.subarray(0, length);
}
