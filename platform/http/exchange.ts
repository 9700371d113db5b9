import { setMaxListeners } from 'node:events';
import { request, type Dispatcher } from 'undici';
import { CancelledError, ConnectionError } from '../errors';
import { dispatcherFor, type TlsSettings } from './dispatcher';
import { connectionError } from './connectionErrors';

export type HttpMethod = 'GET' | 'POST' | 'DELETE';

/** One HTTP request. Redirects are not followed, so a token never travels to another address. */
export interface Exchange {
  method: HttpMethod;
  url: URL;
  headers: Record<string, string>;
  body?: string;
  tls: TlsSettings;
  signal?: AbortSignal;
  /** The longest silence before and within the answer, in milliseconds. Default 60,000. */
  timeoutMs?: number;
}

export interface TextAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

const DEFAULT_TIMEOUT_MS = 60_000;

/**
 * Sends a request and reads the whole answer as text.
 * @throws ConnectionError, TimeoutError, CancelledError; an HTTP status is no error here.
 */
export async function exchangeText(exchange: Exchange): Promise<TextAnswer> {
  const answer = await send(exchange);
  try {
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  } catch (error) {
    throw cutShort(exchange, error);
  }
}

/** The one way out to the network. */
async function send(exchange: Exchange): Promise<Dispatcher.ResponseData> {
  const { signal } = exchange;
  // n8n may call a node once more with a signal that has already fired.
  if (signal?.aborted) throw new CancelledError('never');
  allowManyListeners(signal);
  const timeoutMs = exchange.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const dispatcher = dispatcherFor(exchange.tls);
  try {
    return await request(exchange.url, {
      method: exchange.method,
      headers: exchange.headers,
      body: exchange.body,
      signal,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      dispatcher,
    });
  } catch (error) {
    if (signal?.aborted) throw new CancelledError();
    throw connectionError(exchange.url, error, timeoutMs);
  }
}

function cutShort(exchange: Exchange, error: unknown): Error {
  if (exchange.signal?.aborted) return new CancelledError();
  const reason = connectionError(exchange.url, error, exchange.timeoutMs ?? DEFAULT_TIMEOUT_MS);
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
