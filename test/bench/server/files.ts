import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { largeFile, MIB } from '../content';

export const LARGE_FILE = '/large.bin';
export const UPLOADS = '/conf/upload/demo/1';
export const DOWNLOADS = '/configuration/demo/1';
const RECEIVED = '/received';

/**
 * Starts a configuration file service (interface, section 4.6) that costs as little time as possible: the sandbox's service
 * writes files to disk.
 * @param files by path. The large one is made while it is sent
 */
export async function startFileService(
  files: Map<string, Buffer>,
  largeFileMiB: number,
  latencyMs: number,
) {
  const counts = { requests: 0, connections: 0, uploads: 0 };
  /** Checksums of uploads, by path. */
  const received = new Map<string, number>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const url = new URL(request.url ?? '/', 'http://files');
    const path = decodeURIComponent(url.pathname);
    // The check after a measurement is not counted.
    if (path.startsWith(RECEIVED)) {
      return response.end(String(received.get(path.slice(RECEIVED.length))));
    }
    counts.requests++;
    if (request.method === 'POST') {
      let sum = 0;
      for await (const chunk of readContent(request)) sum = crc32(chunk, sum);
      received.set(path.slice(UPLOADS.length), sum);
      await sleep(latencyMs);
      counts.uploads++;
      return response.writeHead(201).end('created');
    }
    await sleep(latencyMs);
    const folder = url.searchParams.get('path');
    if (folder === null) return await send(path.slice(DOWNLOADS.length), response);
    response.setHeader('content-type', 'application/json');
    return response.end(JSON.stringify(listing(files, folder)));
  }

  async function send(path: string, response: ServerResponse): Promise<unknown> {
    const headers = { 'content-type': 'application/octet-stream' };
    if (path === LARGE_FILE && largeFileMiB > 0) {
      response.writeHead(200, { ...headers, 'content-length': largeFileMiB * MIB });
      return await pipeline(Readable.from(largeFile(largeFileMiB)), response);
    }
    const file = files.get(path);
    if (!file) return response.writeHead(404).end('There is no such file');
    return response.writeHead(200, { ...headers, 'content-length': file.length }).end(file);
  }

  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    answer(request, response).catch((error: unknown) => response.end(String(error)));
  });
  server.on('connection', () => counts.connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function listing(files: Map<string, Buffer>, folder: string): object[] {
  const prefix = folder === '/' ? '/' : `${folder}/`;
  const entries = new Map<string, object>();
  for (const [path, { length: size }] of files) {
    if (!path.startsWith(prefix)) continue;
    const [name = '', below] = path.slice(prefix.length).split('/');
    const isFile = below === undefined;
    entries.set(name, isFile ? { name, type: 'file', size } : { name, type: 'directory' });
  }
  return [...entries.values()];
}

/** Yields the file in a request: the whole body, or the only part of a form, whose length the request must have. */
async function* readContent(request: IncomingMessage): AsyncGenerator<Buffer> {
  const { 'content-type': type = '', 'content-length': length } = request.headers;
  const boundary = /boundary=(.+)$/.exec(type)?.[1];
  if (boundary === undefined) return yield* request as AsyncIterable<Buffer>;
  let head = Buffer.alloc(0);
  let left: number | undefined;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    let piece = chunk;
    if (left === undefined) {
      head = Buffer.concat([head, chunk]);
      const start = head.indexOf('\r\n\r\n') + 4;
      if (start < 4) continue;
      piece = head.subarray(start);
      left = Number(length) - start - `\r\n--${boundary}--\r\n`.length;
    }
    yield piece.subarray(0, left);
    left = Math.max(0, left - piece.length);
  }
}
