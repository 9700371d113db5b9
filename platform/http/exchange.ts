import { clock } from '../time/clock';
import { CancelledError } from '../errors/errors';
import { PieceCollector, type Ownership } from './collectPieces';
import { TextCollector } from './collectText';
import { codingOf, decodedPieces, type Coding } from './decoding';
import { tlsRefusal } from './gatewayPages';
import { LEAST_WHOLE_RESPONSE_MS, MOST_RESPONSE_BYTES, silenceLimitMs } from './limits';
import { incompleteResponseError, noResponseError, noteResponse } from './noResponse';
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
  textOf,
  type ResponseHead,
  type TextResponse,
} from './response';

interface StreamResponse extends ResponseHead {
  host: string;
  body: AsyncIterable<Buffer>;
  /** What to throw for an error that came while the body was read. */
  explain(error: unknown): unknown;
  /** What to throw where a text that came instead says that a gateway in between has refused the connection. */
  refusal(response: TextResponse): Error | undefined;
  /** What has not come yet is not waited for. */
  close(): void;
}

/**
 * Sends a request and reads the whole response as text.
 * @throws ConnectionError, TimeoutError, CancelledError; an HTTP status is no error here.
 */
export async function exchangeText(exchange: Exchange): Promise<TextResponse> {
  const paced = await enterTurn(exchange);
  const sentAtMs = clock.now();
  const response = await notingFailure(paced, exchangeInTurn(exchange));
  const limitInBody = isSuccess(response) ? exchange.readRefusal?.(response.text) : undefined;
  noteOutcome(exchange, response, paced, sentAtMs, limitInBody);
  const refusal = proxyRefusal(exchange.url, response) ?? tlsRefusal(exchange, response);
  if (refusal) throw refusal;
  return response;
}

async function exchangeInTurn(exchange: Exchange): Promise<TextResponse> {
  const { dispatcher, options, payload } = await outgoing(exchange);
  let collector: TextCollector | undefined;
  const limitMs = Math.max(silenceLimitMs(), LEAST_WHOLE_RESPONSE_MS);
  let timer: NodeJS.Timeout | undefined;
  try {
    const response = await new Promise<TextResponse>((resolve, reject) => {
      const most = MOST_RESPONSE_BYTES[exchange.response ?? 'data'];
      const collecting = new TextCollector(exchange.url, most, exchange, resolve, reject);
      collector = collecting;
      if (exchange.response === 'short') {
        // A byte now and then is no silence, and others wait for a login.
        collecting.onSent = () => {
          timer = setTimeout(() => collecting.giveUp(limitMs), limitMs);
        };
      }
      dispatcher.dispatch(options, collector);
    });
    if (isSuccess(response)) payload.release();
    return response;
  } catch (error) {
    if (collector?.head) throw incompleteResponseError(exchange, error);
    throw noResponseError(exchange, error, payload, collector?.wasSent);
  } finally {
    clearTimeout(timer);
  }
}

/** Sends a request and leaves the body to be read. Throws as `exchangeText` does. */
export async function exchangeStream(
  exchange: Exchange,
  ownership: Ownership = 'given',
): Promise<StreamResponse> {
  const paced = await enterTurn(exchange);
  const sentAtMs = clock.now();
  const response = await notingFailure(paced, streamInTurn(exchange, ownership));
  noteOutcome(exchange, response, paced, sentAtMs);
  const refusal = proxyRefusal(exchange.url, response);
  if (refusal) {
    response.close();
    throw refusal;
  }
  return response;
}

async function streamInTurn(exchange: Exchange, ownership: Ownership): Promise<StreamResponse> {
  // Without this header, some proxies request gzip themselves and pass a file on that they have unpacked.
  const headers = { ...exchange.headers, 'accept-encoding': 'identity' };
  const { dispatcher, options, payload } = await outgoing({ ...exchange, headers }, 'reused');
  return await new Promise<StreamResponse>((resolve, reject) => {
    const collector: PieceCollector = new PieceCollector(
      ownership,
      exchange.url.host,
      exchange.signal,
      (head) => {
        let coding: Coding | undefined;
        try {
          coding = codingOf(exchange.url, head);
        } catch (error) {
          reject(error);
          return collector.close();
        }
        resolve({
          ...head,
          host: exchange.url.host,
          body: coding ? decodedPieces(exchange.url, coding, collector) : collector,
          explain: (error) =>
            collector.failure ? incompleteResponseError(exchange, collector.failure) : error,
          refusal: (text) => tlsRefusal(exchange, text),
          close: () => collector.close(),
        });
      },
      (error) => reject(noResponseError(exchange, error, payload, collector.wasSent)),
    );
    try {
      dispatcher.dispatch(options, collector);
    } catch (error) {
      reject(noResponseError(exchange, error, payload));
    }
  });
}

/** Reads the rest of a response as text. @throws UnexpectedResponseError where it is larger than a text may be */
export async function readText(response: StreamResponse): Promise<TextResponse> {
  const { status, headers, turnedAway, body, host } = response;
  let text: string;
  try {
    text = textOf(await wholeOf(body, host), response);
  } catch (error) {
    throw response.explain(error);
  } finally {
    response.close();
  }
  const refusal = response.refusal({ status, headers, text });
  if (refusal) throw refusal;
  return { status, headers, turnedAway, text };
}

/** The pieces may be lent. @throws UnexpectedResponseError */
async function wholeOf(body: AsyncIterable<Buffer>, host: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > MOST_RESPONSE_BYTES.data) throw responseTooLarge(host, MOST_RESPONSE_BYTES.data);
    pieces.push(Buffer.from(piece));
  }
  return Buffer.concat(pieces);
}

/** Waits where the address allows no more for now. @throws CancelledError, NoTurnError */
async function enterTurn(exchange: Exchange): Promise<PacedTurn | undefined> {
  // n8n may call a node once more with a signal that has already fired.
  if (exchange.signal?.aborted) throw new CancelledError('never');
  const pace = paceFor(exchange);
  return pace && { pace, turn: await pace.enter(exchange) };
}

async function notingFailure<Result>(
  paced: PacedTurn | undefined,
  work: Promise<Result>,
): Promise<Result> {
  if (!paced) return await work;
  try {
    return await work;
  } catch (error) {
    paced.pace.failed(paced.turn);
    throw error;
  }
}

/** @param limitInBody what the text of a response that says success tells of a refusal */
function noteOutcome(
  exchange: Exchange,
  response: ResponseHead,
  paced: PacedTurn | undefined,
  sentAtMs: number,
  limitInBody?: { hadNoEffect: boolean },
): void {
  noteResponse(exchange.url.origin);
  const { status, headers } = response;
  const isTooMany = status === 429 || limitInBody !== undefined;
  if (!isTooMany && status !== 503) return noteAccepted(exchange, paced, sentAtMs);
  const retryAfterMs = readRetryAfter(headerText(headers['retry-after']));
  const isBusy = !isTooMany && retryAfterMs === undefined;
  const pace = paceRefusedAt(exchange, paced, isBusy);
  if (!pace) return paced?.pace.failed(paced.turn);
  response.turnedAway = new Refusal(pace, serviceOf(exchange.url), isTooMany);
  pace.refused(paced?.turn ?? pace.unpacedTurn(sentAtMs), {
    status,
    retryAfterMs,
    hadNoEffect: status === 429 || limitInBody?.hadNoEffect === true,
    isBusy,
  });
}
