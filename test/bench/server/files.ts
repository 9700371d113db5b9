import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { largeFile, MIB } from '../content';

/** Larger ones are checked and forgotten. */
const KEPT_BYTES = MIB;
export const LARGE_FILE = '/large.bin';
export const UPLOADS = '/conf/upload/demo/1';
export const DOWNLOADS = '/configuration/demo/1';
const RECEIVED = '/received';

/**
 * The configuration file service (interface, section 4.6) with as little work behind it as possible, so that what is
 * measured is the client: the sandbox's own keeps its files on disk.
 */
export class FileService {
  requests = 0;
  connections = 0;
  uploads = 0;
  /** Checksums of what was uploaded, by path. */
  private readonly received = new Map<string, number>();
  private readonly server: Server;

  /** @param files that it holds, by path; the large one is made while it is sent */
  constructor(
    private readonly files: Map<string, Buffer>,
    private readonly largeFileMiB: number,
    private readonly latencyMs: number,
  ) {
    this.server = createServer((request, response) => {
      this.answer(request, response).catch((error: unknown) => response.end(String(error)));
    });
    this.server.keepAliveTimeout = 60_000;
    this.server.on('connection', () => this.connections++);
  }

  /** @returns its address */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  /** From now on counts. */
  begin(): void {
    Object.assign(this, { requests: 0, connections: 0, uploads: 0 });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://files');
    const path = decodeURIComponent(url.pathname);
    // For the check after a measurement: not counted.
    if (path.startsWith(RECEIVED)) {
      return void response.end(String(this.received.get(path.slice(RECEIVED.length))));
    }
    this.requests++;
    if (request.method === 'POST' && path.startsWith(UPLOADS)) {
      await this.upload(path.slice(UPLOADS.length), request);
      await sleep(this.latencyMs);
      this.uploads++;
      return void response.writeHead(201).end('created');
    }
    await sleep(this.latencyMs);
    const folder = url.searchParams.get('path');
    if (folder === null) return await this.send(path.slice(DOWNLOADS.length), response);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(this.list(folder)));
  }

  private async upload(path: string, request: IncomingMessage): Promise<void> {
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

  private list(folder: string): object[] {
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

  private async send(path: string, response: ServerResponse): Promise<void> {
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
    // Copying all of a large file would slow down only the sides that send a form.
    if (piece.length < endLength) piece = Buffer.concat([tail, piece]);
    else yield tail;
    const end = Math.max(0, piece.length - endLength);
    yield piece.subarray(0, end);
    tail = piece.subarray(end);
  }
}
