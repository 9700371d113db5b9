import { Readable, type PassThrough } from 'node:stream';

/** A file to write: its bytes, or where they come from. */
export interface ZipEntry {
  path: string;
  /** Opened when its turn has come. */
  open(): Promise<AsyncIterable<Buffer> | Iterable<Buffer>>;
}

/** The first day that a ZIP file can name, by this machine's clock: there, it stands without a zone. */
const noTime = () => new Date(1980, 0, 1);
const MODE = 0o100644;
const PIECE_BYTES = 256 * 1024;

/**
 * A ZIP file as a stream; the same entries give the same bytes. Nothing is compressed: packages are archives for the
 * most part, and what a compressor makes of a text differs from version to version.
 * @returns pieces that belong to whoever asks for them
 */
export async function* writeZip(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const options = { mtime: noTime(), mode: MODE, compress: false, forceDosTimestamp: true };
  for (const { path, open } of entries) {
    zip.addReadStreamLazy(path, options, (give) => {
      const stream = Readable.from(opened(open), { objectMode: false });
      stream.on('error', (error) => zip.emit('error', error));
      give(undefined, stream);
    });
  }
  const output = zip.outputStream as PassThrough;
  zip.on('error', (error: Error) => output.destroy(error));
  zip.end();
  yield* inPieces(output);
}

async function* opened(open: ZipEntry['open']): AsyncGenerator<Buffer> {
  yield* await open();
}

/** Copies chunks, which may share their memory with others, into pieces of their own. */
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
