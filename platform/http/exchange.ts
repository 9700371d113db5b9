import { clock } from '../clock';
import { CancelledError } from '../errors';
import type { AnswerHead } from './answerCollector';
import { noteAnswer } from './answeredOrigins';
import { PieceCollector, type Ownership } from './collectPieces';
import { answerTooLarge, TextCollector, type TextAnswer } from './collectText';
import { codingOf, decodedPieces, type Coding } from './contentEncoding';
import { headerText } from './headerText';
import { isSuccess } from './isSuccess';
import { LEAST_WHOLE_ANSWER_MS, MOST_ANSWER_BYTES } from './limits';
import { afterPause, isAnyPaused, isTurnedAway, pauseOrigin } from './originPauses';
import { outgoing, type Exchange } from './outgoing';
import { proxyRefusal } from './proxyErrors';
import { readRetryAfter } from './retryAfter';
import { silenceLimitMs } from './silence';
import { tlsRefusal } from './tlsRefusal';
import { cutShort, notAnswered } from './unanswered';

export interface StreamAnswer extends AnswerHead {
  host: string;
  body: AsyncIterable<Buffer>;
  /** What to throw for an error that came while the body was read. */
  explain(error: unknown): unknown;
  /** What to throw where a text that came instead says that a gateway in between has refused the connection. */
  refusal(answer: TextAnswer): Error | undefined;
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
    const refusal = proxyRefusal(exchange.url, answer) ?? tlsRefusal(exchange, answer);
    if (refusal) throw refusal;
    return answer;
  } finally {
    leave?.();
  }
}

async function exchangeInTurn(exchange: Exchange): Promise<TextAnswer> {
  const { dispatcher, options, payload } = await outgoing(exchange);
  let collector: TextCollector | undefined;
  const limitMs = Math.max(silenceLimitMs(), LEAST_WHOLE_ANSWER_MS);
  let timer: NodeJS.Timeout | undefined;
  try {
    const answer = await new Promise<TextAnswer>((resolve, reject) => {
      const most = MOST_ANSWER_BYTES[exchange.answer ?? 'data'];
      const collecting = new TextCollector(exchange.url, most, exchange, resolve, reject);
      collector = collecting;
      if (exchange.answer === 'short') {
        // A byte now and then is no silence, and others wait for a login.
        collecting.onSent = () => {
          timer = setTimeout(() => collecting.giveUp(limitMs), limitMs);
        };
      }
      dispatcher.dispatch(options, collector);
    });
    if (isSuccess(answer)) payload.release();
    return answer;
  } catch (error) {
    if (collector?.head) throw cutShort(exchange, error);
    throw await notAnswered(exchange, error, payload, collector?.wasSent);
  } finally {
    clearTimeout(timer);
  }
}

/** Sends a request and leaves the body to be read. Throws as `exchangeText` does. */
export async function exchangeStream(
  exchange: Exchange,
  ownership: Ownership = 'given',
): Promise<StreamAnswer> {
  const leave = await turnOf(exchange);
  const sentAtMs = clock.now();
  try {
    const answer = await streamInTurn(exchange, ownership);
    noteAnswered(exchange, answer, sentAtMs);
    const refusal = proxyRefusal(exchange.url, answer);
    if (refusal) {
      answer.close();
      throw refusal;
    }
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
          explain: (error) => (collector.failure ? cutShort(exchange, collector.failure) : error),
          refusal: (text) => tlsRefusal(exchange, text),
          close: () => collector.close(),
        });
      },
      (error) => void notAnswered(exchange, error, payload, collector.wasSent).then(reject),
    );
    try {
      dispatcher.dispatch(options, collector);
    } catch (error) {
      void notAnswered(exchange, error, payload).then(reject);
    }
  });
}

/** Reads the rest of an answer as text. @throws UnexpectedAnswerError where it is larger than a text may be */
export async function readText(answer: StreamAnswer): Promise<TextAnswer> {
  const { status, headers, body, host } = answer;
  let text: string;
  try {
    text = await textOf(bounded(body, host));
  } catch (error) {
    throw answer.explain(error);
  } finally {
    answer.close();
  }
  const refusal = answer.refusal({ status, headers, text });
  if (refusal) throw refusal;
  return { status, headers, text };
}

async function textOf(pieces: AsyncIterable<Buffer>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of pieces) text += decoder.decode(piece, { stream: true });
  return text + decoder.decode();
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
  noteAnswer(url.origin);
  if (status !== 429 && status !== 503) return;
  const retryAfterMs = readRetryAfter(headerText(headers['retry-after']));
  if (isTurnedAway(status, retryAfterMs)) pauseOrigin(url.origin, retryAfterMs, sentAtMs);
}
