import { Readable, type PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';

interface ZipEntry {
  path: string;
  open: () => AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** The first day that a ZIP file can name, in the time zone of this machine since ZIP files have none. */
const fixedTime = () => new Date(1980, 0, 1);
const MODE = 0o100644;
const PIECE_BYTES = 256 * 1024;

/**
 * Streams a ZIP file; the same entries give the same bytes. Nothing is compressed: most packages are archives, and the output of
 * a compressor may differ between versions.
 * @returns pieces that belong to the caller
 */
export async function* writeZip(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const options = { mtime: fixedTime(), mode: MODE, compress: false, forceDosTimestamp: true };
  for (const entry of entries) {
    zip.addReadStreamLazy(entry.path, options, (give) => {
      const stream = Readable.from(copied(entry), { objectMode: false });
      stream.on('error', (error) => zip.emit('error', error));
      give(undefined, stream);
    });
  }
  const output = zip.outputStream as PassThrough;
  zip.on('error', (error: Error) => output.destroy(error));
  zip.end();
  yield* inPieces(output);
}

/** The writer keeps pieces for a while, in which readers may reuse their memory. */
async function* copied({ open }: ZipEntry): AsyncGenerator<Buffer> {
  for await (const piece of open()) yield Buffer.from(piece);
}

/** Joins chunks, many of which have a few bytes, so that few writes reach the disk. */
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
