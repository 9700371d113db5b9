import { Readable, type PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';

interface ZipEntry {
  path: string;
  open: () => AsyncIterable<Buffer> | Iterable<Buffer>;
}

const FILE_MODE = 0o100644;
const PIECE_BYTES = 256 * 1024;

/**
 * Streams a ZIP file. The same entries always give the same bytes. Files are not compressed, because most packages are archives and
 * the output of a compressor may differ between versions.
 * @returns pieces whose memory is not reused, so that the caller may keep them
 */
export async function* writeZip(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const options = {
    // The earliest time that ZIP files support. It is a local time, since ZIP files have no time zone.
    mtime: new Date(1980, 0, 1),
    mode: FILE_MODE,
    compress: false,
    forceDosTimestamp: true,
  };
  for (const entry of entries) {
    zip.addReadStreamLazy(entry.path, options, (callback) => {
      const stream = Readable.from(copyPieces(entry), { objectMode: false });
      stream.on('error', (error) => zip.emit('error', error));
      callback(undefined, stream);
    });
  }
  const output = zip.outputStream as PassThrough;
  zip.on('error', (error: Error) => output.destroy(error));
  zip.end();
  yield* joinChunks(output);
}

/** Copies each piece, since its reader may reuse the memory before the writer has written the piece. */
async function* copyPieces({ open }: ZipEntry): AsyncGenerator<Buffer> {
  for await (const piece of open()) yield Buffer.from(piece);
}

/** Joins chunks into larger pieces. Many chunks have only a few bytes, and each would be a separate write to disk. */
async function* joinChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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
