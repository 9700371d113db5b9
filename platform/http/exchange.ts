import { clock } from '../time/clock';
import { CancelledError, PlatformError } from '../errors/errors';
import type { ReadMemory } from './connect';
import { decodedBody } from './decoding';
import { Incoming } from './incoming';
import { MAX_RESPONSE_MS, MAX_ERROR_PAGE_BYTES, MAX_RESPONSE_BYTES } from './limits';
import { incompleteResponseError, noResponseError } from './noResponse';
import {
  noteAccepted,
  type PacedTurn,
  paceFor,
  paceRefusedAt,
  Refusal,
  serviceOf,
} from '../pace/paces';
import { proxyRefusal } from './proxies';
import { outgoing, type Exchange } from './request';
import {
  headerText,
  isSuccess,
  readRetryAfter,
  responseTooLarge,
  responseTooLong,
  textOf,
  type ResponseHead,
  type TextResponse,
} from './response';

/** A response whose body is still to be read. */
interface OpenResponse extends ResponseHead {
  exchange: Exchange;
  /** As of `Payload`. */
  release?: () => void;
  body: AsyncIterable<Buffer>;
  /** What to throw for an error that came while the body was read. */
  explain(error: unknown): unknown;
  /** What has not come yet is not waited for. */
  close(): void;
}

/**
 * Sends a request and reads the whole response as text.
 * @throws ConnectionError, TimeoutError, CancelledError; an HTTP status is no error here.
 */
export async function exchangeText(exchange: Exchange): Promise<TextResponse> {
  const response = await inTurn(
    exchange,
    async () => {
      const opened = await open(exchange, 'fresh');
      const text = await readBody(opened);
      if (isSuccess(text)) opened.release?.();
      return text;
    },
    (text) => (isSuccess(text) ? exchange.readRefusal?.(text.text) : undefined),
  );
  const refusal = proxyRefusal(exchange.url, response);
  if (refusal) throw refusal;
  return response;
}

/** Sends a request and leaves the body to be read. Throws as `exchangeText` does. */
export async function exchangeStream(exchange: Exchange): Promise<OpenResponse> {
  // Without this header, some proxies request gzip themselves and pass a file on that they have unpacked.
  const headers = { ...exchange.headers, 'accept-encoding': 'identity' };
  const response = await inTurn(
    exchange,
    async () => await open({ ...exchange, headers }, 'reused'),
  );
  const refusal = proxyRefusal(exchange.url, response);
  if (refusal) {
    response.close();
    throw refusal;
  }
  return response;
}

/** Reads the rest of a response as text. @throws as `exchangeText` */
export async function readText(response: OpenResponse): Promise<TextResponse> {
  return { ...(await readBody(response)), turnedAway: response.turnedAway };
}

/** Sends a request. Resolves when the response begins. */
async function open(exchange: Exchange, reads: ReadMemory): Promise<OpenResponse> {
  const { dispatcher, options, payload } = await outgoing(exchange, reads);
  return await new Promise<OpenResponse>((resolve, reject) => {
    const incoming: Incoming = new Incoming(
      exchange,
      reads,
      (head) => {
        try {
          resolve({
            ...head,
            exchange,
            release: payload.release,
            body: decodedBody(exchange.url, head, incoming),
            explain: (error) =>
              incoming.failure ? incompleteResponseError(exchange, incoming.failure) : error,
            close: () => incoming.close(),
          });
        } catch (error) {
          reject(error);
          incoming.close();
        }
      },
      (error) => reject(noResponseError(exchange, error, payload, incoming.wasSent)),
    );
    try {
      dispatcher.dispatch(options, incoming);
    } catch (error) {
      reject(noResponseError(exchange, error, payload));
    }
  });
}

async function readBody(response: OpenResponse): Promise<TextResponse> {
  const { status, headers } = response;
  try {
    return { status, headers, text: textOf(await collectBytes(response), response) };
  } catch (error) {
    throw response.explain(error);
  } finally {
    response.close();
  }
}

/** Of an error page that is too long or takes too long the start is enough: what failed stands there. */
async function collectBytes(response: OpenResponse): Promise<Buffer> {
  const { exchange, headers, body } = response;
  const { host } = exchange.url;
  const isPage = !isSuccess(response);
  const most = isPage ? MAX_ERROR_PAGE_BYTES : MAX_RESPONSE_BYTES[exchange.response ?? 'data'];
  if (!isPage && Number(headers['content-length']) > most) throw responseTooLarge(host, most);
  const beganMs = Date.now();
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body) {
    pieces.push(piece);
    bytes += piece.length;
    const isLong = Date.now() - beganMs > MAX_RESPONSE_MS;
    if (isPage && (bytes > most || isLong)) break;
    if (bytes > most) throw responseTooLarge(host, most);
    if (isLong) throw responseTooLong(host);
  }
  return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
}

/** Waits for its turn at the address, and notes there how the response says that it went. */
async function inTurn<Response extends ResponseHead>(
  exchange: Exchange,
  send: () => Promise<Response>,
  readRefusal?: (response: Response) => { hadNoEffect: boolean } | undefined,
): Promise<Response> {
  const { sending } = exchange;
  const paced = await enterTurn(exchange);
  const sentAtMs = clock.now();
  try {
    const response = await send();
    if (sending) sending.times++;
    noteOutcome(exchange, response, paced, sentAtMs, readRefusal?.(response));
    return response;
  } catch (error) {
    if (sending && !(error instanceof PlatformError && error.reach === 'never')) sending.times++;
    paced?.pace.failed(paced.turn);
    throw error;
  }
}

/** Waits where the address allows no more for now. @throws CancelledError, NoTurnError */
async function enterTurn(exchange: Exchange): Promise<PacedTurn | undefined> {
  // n8n may call a node once more with a signal that has already fired.
  if (exchange.signal?.aborted) throw new CancelledError('never');
  const request = pacedRequest(exchange);
  const pace = paceFor(request);
  return pace && { pace, turn: await pace.enter(request) };
}

function pacedRequest({ url, signal, sending }: Exchange) {
  return { url, signal, isStart: sending?.repetition === 'once' };
}

/** @param limitInBody what the text of a response that says success tells of a refusal */
function noteOutcome(
  exchange: Exchange,
  response: ResponseHead,
  paced: PacedTurn | undefined,
  sentAtMs: number,
  limitInBody?: { hadNoEffect: boolean },
): void {
  const { status, headers } = response;
  const isTooMany = status === 429 || limitInBody !== undefined;
  if (!isTooMany && status !== 503) return noteAccepted(pacedRequest(exchange), paced, sentAtMs);
  const retryAfterMs = readRetryAfter(headerText(headers['retry-after']));
  const isBusy = !isTooMany && retryAfterMs === undefined;
  const pace = paceRefusedAt(pacedRequest(exchange), paced, isBusy);
  if (!pace) return paced?.pace.failed(paced.turn);
  response.turnedAway = new Refusal(pace, serviceOf(exchange.url), isTooMany);
  pace.refused(paced?.turn ?? pace.unpacedTurn(sentAtMs), {
    status,
    retryAfterMs,
    hadNoEffect: status === 429 || limitInBody?.hadNoEffect === true,
    isBusy,
  });
}
