import { clock } from '../clock';
import { setMaxListeners } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CancelledError, ConnectionError, PlatformError } from '../errors';
import { collectBody, fitsInMemory } from '../buffers/bodyInMemory';
import type { AnswerHead } from './answerCollector';
import { answerTooLarge, TextCollector, type TextAnswer } from './collectText';
import { PieceCollector, type Ownership } from './collectPieces';
import { dispatcherFor, type PoolOptions, type ReadMemory, type TlsOptions } from './dispatcher';
import { connectionError } from './connectionErrors';
import { headerText } from './headerText';
import { isSuccess } from './isSuccess';
import { MOST_ANSWER_BYTES, type AnswerKind } from './limits';
import { afterPause, isAnyPaused, isTurnedAway, pauseOrigin } from './originPauses';
import { readRetryAfter } from './retryAfter';
import { silenceLimitMs } from './silence';
import type { StreamedBody } from './streamedBody';
import { WatchedSource } from './watchedSource';

export type HttpMethod = 'GET' | 'POST' | 'DELETE';

/** One HTTP request. Redirects are not followed, so a token never travels to another address. */
export interface Exchange {
  method: HttpMethod;
  url: URL;
  headers: Record<string, string>;
  body?: string | StreamedBody;
  tls: TlsOptions;
  /** The pool of connections that it takes, where that is not the usual one. */
  pool?: PoolOptions;
  /** A GET whose answer is short: others may wait behind it, and it behind others, where the pool allows. */
  isPipelined?: boolean;
  signal?: AbortSignal;
  /** Whether the answer is waited for although the signal fires, once the request has left. */
  isFinishedOnCancel?: boolean;
  /** What is expected of an answer that is kept in memory. Default `data`. */
  answer?: AnswerKind;
}

export interface StreamAnswer extends AnswerHead {
  host: string;
  body: AsyncIterable<Buffer>;
  /** What to throw for an error that came while the body was read. */
  explain(error: unknown): unknown;
  /** To be called when nobody looks at pieces that were lent any more. */
  release(): void;
  /** What has not come yet is not waited for. */
  close(): void;
}

/**
 * Sends a request and reads the whole answer as text.
 * @throws ConnectionError, TimeoutError, CancelledError; an HTTP status is no error here.
 */
export async function exchangeText(exchange: Exchange): Promise<TextAnswer> {
  const leave = await turnOf(exchange);
  const sentAtMs = clock.now();
  try {
    const answer = await exchangeInTurn(exchange);
    noteAnswered(exchange, answer, sentAtMs);
    return answer;
  } finally {
    leave?.();
  }
}

async function exchangeInTurn(exchange: Exchange): Promise<TextAnswer> {
  const { dispatcher, options, payload } = await outgoing(exchange);
  let collector: TextCollector | undefined;
  try {
    const answer = await new Promise<TextAnswer>((resolve, reject) => {
      const most = MOST_ANSWER_BYTES[exchange.answer ?? 'data'];
      collector = new TextCollector(exchange.url, most, exchange, resolve, reject);
      dispatcher.dispatch(options, collector);
    });
    if (isSuccess(answer)) payload.release();
    return answer;
  } catch (error) {
    if (collector?.head) throw cutShort(exchange, error);
    throw notAnswered(exchange, error, payload, collector?.wasSent);
  }
}

/** Sends a request and leaves the body to be read. Throws as `exchangeText` does. */
export async function exchangeStream(
  exchange: Exchange,
  ownership: Ownership = 'lent',
): Promise<StreamAnswer> {
  const leave = await turnOf(exchange);
  const sentAtMs = clock.now();
  try {
    const answer = await streamInTurn(exchange, ownership);
    noteAnswered(exchange, answer, sentAtMs);
    return answer;
  } finally {
    leave?.();
  }
}

async function streamInTurn(exchange: Exchange, ownership: Ownership): Promise<StreamAnswer> {
  const { dispatcher, options, payload } = await outgoing(exchange, 'reused');
  return await new Promise<StreamAnswer>((resolve, reject) => {
    const collector: PieceCollector = new PieceCollector(
      ownership,
      exchange.url.host,
      exchange.signal,
      (head) =>
        resolve({
          ...head,
          host: exchange.url.host,
          body: collector,
          explain: (error) => (collector.failure ? cutShort(exchange, collector.failure) : error),
          release: () => collector.release(),
          close: () => collector.close(),
        }),
      (error) => reject(notAnswered(exchange, error, payload, collector.wasSent)),
    );
    try {
      dispatcher.dispatch(options, collector);
    } catch (error) {
      reject(notAnswered(exchange, error, payload));
    }
  });
}

/** Reads the rest of an answer as text. @throws UnexpectedAnswerError where it is larger than a text may be */
export async function readText(answer: StreamAnswer): Promise<TextAnswer> {
  const { status, headers, body, host, release } = answer;
  try {
    const answered = { status, headers, text: await text(bounded(body, host)) };
    release();
    return answered;
  } catch (error) {
    throw answer.explain(error);
  } finally {
    answer.close();
  }
}

async function* bounded(body: AsyncIterable<Buffer>, host: string): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > MOST_ANSWER_BYTES.data) throw answerTooLarge(host, MOST_ANSWER_BYTES.data);
    yield piece;
  }
}

/** Waits where the address asked for a pause. @throws CancelledError */
async function turnOf({ url, signal }: Exchange) {
  // n8n may call a node once more with a signal that has already fired.
  if (signal?.aborted) throw new CancelledError('never');
  return isAnyPaused() ? await afterPause(url.origin, signal) : undefined;
}

function noteAnswered({ url }: Exchange, { status, headers }: AnswerHead, sentAtMs: number): void {
  if (status !== 429 && status !== 503) return;
  const retryAfterMs = readRetryAfter(headerText(headers['retry-after']));
  if (isTurnedAway(status, retryAfterMs)) pauseOrigin(url.origin, retryAfterMs, sentAtMs);
}

/** The one way out to the network. @throws CancelledError */
async function outgoing(exchange: Exchange, reads: ReadMemory = 'fresh') {
  const { signal } = exchange;
  allowManyListeners(signal);
  const timeoutMs = silenceLimitMs();
  const payload = await payloadOf(exchange.body);
  if (signal?.aborted) throw new CancelledError('never');
  return {
    dispatcher: dispatcherFor(exchange.tls, exchange.pool, reads),
    options: {
      origin: exchange.url.origin,
      path: pathOf(exchange.url),
      method: exchange.method,
      headers: { ...exchange.headers, ...lengthOf(exchange.body) },
      body: payload.bytes,
      blocking: !exchange.isPipelined,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    },
    payload,
  };
}

function pathOf({ pathname, search }: URL): string {
  return pathname + search;
}

function notAnswered(
  exchange: Exchange,
  error: unknown,
  { source }: Payload,
  wasSent = false,
): Error {
  // What a body's source throws says nothing of the connection, and part of the body may have arrived.
  const isSourceFailure = source?.failure !== undefined;
  const wasBegun = isSourceFailure ? source.wasBegun : wasSent;
  if (exchange.signal?.aborted) return new CancelledError(wasBegun ? 'unknown' : 'never');
  if (!isSourceFailure) {
    if (error instanceof PlatformError) return error;
    return connectionError(exchange.url, error, { wasSent, timeoutMs: silenceLimitMs() });
  }
  return source.explain(wasBegun);
}

/** What is sent as the body. */
interface Payload {
  bytes?: string | Buffer | Readable;
  /** Where the body is read while it is sent. */
  source?: WatchedSource;
  /** To be called after an answer that says that the request was read. */
  release(): void;
}

async function payloadOf(body: Exchange['body']): Promise<Payload> {
  if (typeof body !== 'object') return { bytes: body, release: nothing };
  if (fitsInMemory(body)) return await collectBody(body);
  const source = new WatchedSource(body);
  // undici takes it piece by piece as well, each when the one before has left; its types do not say so.
  return { bytes: source as unknown as Readable, source, release: nothing };
}

const nothing = () => undefined;

function lengthOf(body: Exchange['body']): Record<string, string> {
  return typeof body === 'object' ? { 'content-length': String(body.length) } : {};
}

function cutShort(exchange: Exchange, error: unknown): Error {
  if (exchange.signal?.aborted) return new CancelledError();
  // A bound that the answer went beyond.
  if (error instanceof PlatformError) return error;
  const reason = connectionError(exchange.url, error, {
    wasSent: true,
    timeoutMs: silenceLimitMs(),
  });
  if (!(reason instanceof ConnectionError)) return reason;
  return new ConnectionError(`The answer from ${exchange.url.host} was cut short`, {
    hint: reason.hint,
    reach: 'unknown',
    transient: true,
    cause: error,
  });
}

const prepared = new WeakSet<AbortSignal>();

/** One cancel signal serves all requests of an execution; Node warns from eleven listeners on. */
function allowManyListeners(signal: AbortSignal | undefined): void {
  if (!signal || prepared.has(signal)) return;
  prepared.add(signal);
  setMaxListeners(0, signal);
}
