import type { Readable } from 'node:stream';
import { CancelledError, type PlatformError } from '../common/errors/errors';
import type { TlsOptions } from './tls/options';
import { getDispatcher, type PoolOptions } from './dispatcher';
import { checkEgress } from './egress';
import { getSilenceLimitMs } from './limits';
import type { Sending } from './sending';

export type HttpMethod = 'GET' | 'POST' | 'DELETE';

/** One HTTP request. Redirects are not followed, so a token is never sent to another address. */
export interface HttpRequest {
  method: HttpMethod;
  url: URL;
  headers: Record<string, string>;
  body?: string | FileBody;
  tls: TlsOptions;
  pool?: PoolOptions;
  /** The name of the other side in messages. Default: "the platform". */
  peer?: string;
  signal?: AbortSignal;
  /** True if a request in flight is finished even after the signal fires. */
  isFinishedDespiteCancel?: boolean;
  /** Counts and limits the attempts of the request. Its `repetition` also tells `Pace` whether the request must not be made twice. */
  sending?: Sending;
}

export interface FileBody {
  /** In bytes. */
  length: number;
  /**
   * Reads the body from its first byte. The memory of a piece may be reused once the next piece is requested.
   * @throws PlatformError if a file cannot be read
   */
  stream(): AsyncIterable<Buffer>;
}

export interface Payload {
  body?: string | Buffer | Readable;
  /** Set if the body is read while it is sent. */
  source?: WatchedSource;
}

/** Smaller bodies are sent in one piece, which takes less time than a stream. */
const MAX_BYTES_IN_MEMORY = 1024 * 1024;

/** @throws PlatformError if the request cannot be sent */
export async function prepareRequest(request: HttpRequest) {
  const { signal, body } = request;
  await checkEgress(request.url);
  const timeoutMs = getSilenceLimitMs();
  const payload = await openPayload(body);
  if (signal?.aborted) throw new CancelledError('none');
  return {
    dispatcher: getDispatcher(request.tls, request.pool),
    options: {
      origin: request.url.origin,
      path: request.url.pathname + request.url.search,
      method: request.method,
      headers: {
        ...request.headers,
        ...(typeof body === 'object' && { 'content-length': String(body.length) }),
      },
      body: payload.body,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    },
    payload,
  };
}

async function openPayload(body: HttpRequest['body']): Promise<Payload> {
  if (typeof body !== 'object') return { body };
  if (body.length < MAX_BYTES_IN_MEMORY) return { body: await readWhole(body) };
  const source = new WatchedSource(body);
  // undici also accepts an iterable, although its types do not say so. It requests a piece when the previous one was sent.
  return { body: source as unknown as Readable, source };
}

async function readWhole(body: FileBody): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(body.length);
  let at = 0;
  for await (const piece of body.stream()) at += piece.copy(bytes, at);
  return bytes;
}

/** Shows whether reading the body failed, or the connection. */
class WatchedSource implements AsyncIterable<Buffer> {
  failure?: PlatformError;
  /** True if part of the body may have been sent. A server may act on the first part of a form before the rest arrives. */
  wasBegun = false;

  constructor(private readonly body: FileBody) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    try {
      for await (const piece of this.body.stream()) {
        this.wasBegun = true;
        yield piece;
      }
    } catch (error) {
      this.failure = error as PlatformError;
      this.failure.effectOfLastSend = this.wasBegun ? 'unknown' : 'none';
      throw error;
    }
  }
}
