import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { largeFile, MIB } from '../content';

/** Larger ones are checked and forgotten. */
const KEPT_BYTES = MIB;
const LARGE_FILE = '/large.bin';

/** The configuration file service (interface, section 4.6), in memory. */
export class ConfFiles {
  /** Checksums of what was uploaded, by path. */
  readonly received = new Map<string, number>();

  constructor(
    private readonly files: Map<string, Buffer>,
    private readonly largeFileMiB: number,
  ) {}

  async upload(path: string, request: IncomingMessage): Promise<void> {
    const kept: Buffer[] = [];
    let size = 0;
    let sum = 0;
    for await (const chunk of contentOf(request)) {
      size += chunk.length;
      sum = crc32(chunk, sum);
      if (size <= KEPT_BYTES) kept.push(chunk);
    }
    this.received.set(path, sum);
    if (size <= KEPT_BYTES) this.files.set(path, Buffer.concat(kept));
  }

  list(folder: string): object[] {
    const prefix = folder === '/' ? '/' : `${folder}/`;
    const entries = new Map<string, object>();
    for (const [path, { length }] of this.files) {
      if (!path.startsWith(prefix)) continue;
      const [name = '', ...below] = path.slice(prefix.length).split('/');
      const isFolder = below.length > 0;
      entries.set(
        name,
        isFolder ? { name, type: 'directory' } : { name, type: 'file', size: length },
      );
    }
    return [...entries.values()];
  }

  async send(path: string, response: ServerResponse): Promise<void> {
    const headers = { 'content-type': 'application/octet-stream' };
    if (path === LARGE_FILE && this.largeFileMiB > 0) {
      const length = this.largeFileMiB * MIB;
      response.writeHead(200, { ...headers, 'content-length': length });
      await pipeline(Readable.from(largeFile(this.largeFileMiB)), response);
      return;
    }
    const file = this.files.get(path);
    if (file) response.writeHead(200, { ...headers, 'content-length': file.length }).end(file);
    else response.writeHead(404).end('There is no such file');
  }
}

/** The file in a request: the whole body, or the only part of a form. */
async function* contentOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  const boundary = /boundary=(.+)$/.exec(request.headers['content-type'] ?? '')?.[1];
  if (boundary === undefined) {
    yield* request as AsyncIterable<Buffer>;
    return;
  }
  const endLength = `\r\n--${boundary}--\r\n`.length;
  let head: Buffer = Buffer.alloc(0);
  // The end may be among the last bytes, so these wait for the next piece.
  let tail: Buffer | undefined;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    let piece = chunk;
    if (tail === undefined) {
      head = Buffer.concat([head, chunk]);
      const headEnd = head.indexOf('\r\n\r\n');
      if (headEnd < 0) continue;
      piece = head.subarray(headEnd + 4);
      tail = Buffer.alloc(0);
    }
    // Copying all of a large file would slow down those alone who send a form.
    if (piece.length < endLength) piece = Buffer.concat([tail, piece]);
    else yield tail;
    const end = Math.max(0, piece.length - endLength);
    yield piece.subarray(0, end);
    tail = piece.subarray(end);
  }
}
