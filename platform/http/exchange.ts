import { clock } from '../time/clock';
import { CancelledError } from '../errors/errors';
import { type AnswerHead, headerText, isSuccess, readRetryAfter } from './head';
import { noteAnswer } from './noAnswer/answeredOrigins';
import { PieceCollector, type Ownership } from './answer/collectPieces';
import { answerTooLarge, TextCollector, type TextAnswer } from './answer/collectText';
import { codingOf, decodedPieces, type Coding } from './answer/contentEncoding';
import { LEAST_WHOLE_ANSWER_MS, MOST_ANSWER_BYTES } from './limits';
import { moduleOf, paceFor, paceRefusedAt, took, type TurnThere } from '../pace/paces';
import { Refusal } from '../pace/refusal';
import { outgoing, type Exchange } from './send/outgoing';
import { proxyRefusal } from './connect/proxyErrors';
import { silenceLimitMs } from './connect/silence';
import { tlsRefusal } from './noAnswer/tlsRefusal';
import { cutShort, notAnswered } from './noAnswer/unanswered';

interface StreamAnswer extends AnswerHead {
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
  const there = await turnOf(exchange);
  const sentAtMs = clock.now();
  const answer = await unlessFailed(there, exchangeInTurn(exchange));
  const said = isSuccess(answer) ? exchange.readRefusal?.(answer.text) : undefined;
  noteAnswered(exchange, answer, there, sentAtMs, said);
  const refusal = proxyRefusal(exchange.url, answer) ?? tlsRefusal(exchange, answer);
  if (refusal) throw refusal;
  return answer;
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
  const there = await turnOf(exchange);
  const sentAtMs = clock.now();
  const answer = await unlessFailed(there, streamInTurn(exchange, ownership));
  noteAnswered(exchange, answer, there, sentAtMs);
  const refusal = proxyRefusal(exchange.url, answer);
  if (refusal) {
    answer.close();
    throw refusal;
  }
  return answer;
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
  const { status, headers, turnedAway, body, host } = answer;
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
  return { status, headers, turnedAway, text };
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

/** Waits where the address allows no more for now. @throws CancelledError, NoTurnError */
async function turnOf(exchange: Exchange): Promise<TurnThere | undefined> {
  // n8n may call a node once more with a signal that has already fired.
  if (exchange.signal?.aborted) throw new CancelledError('never');
  const pace = paceFor(exchange);
  return pace && { pace, turn: await pace.enter(exchange) };
}

async function unlessFailed<Answer>(
  there: TurnThere | undefined,
  work: Promise<Answer>,
): Promise<Answer> {
  if (!there) return await work;
  try {
    return await work;
  } catch (error) {
    there.pace.failed(there.turn);
    throw error;
  }
}

/** @param said what the text of an answer that says success tells of a refusal */
function noteAnswered(
  exchange: Exchange,
  answer: AnswerHead,
  there: TurnThere | undefined,
  sentAtMs: number,
  said?: { hadNoEffect: boolean },
): void {
  noteAnswer(exchange.url.origin);
  const { status, headers } = answer;
  const isTooMany = status === 429 || said !== undefined;
  if (!isTooMany && status !== 503) return took(exchange, there, sentAtMs);
  const retryAfterMs = readRetryAfter(headerText(headers['retry-after']));
  const isBusy = !isTooMany && retryAfterMs === undefined;
  const pace = paceRefusedAt(exchange, there, isBusy);
  if (!pace) return there?.pace.failed(there.turn);
  answer.turnedAway = new Refusal(pace, moduleOf(exchange.url), isTooMany);
  pace.refused(there?.turn ?? pace.outside(sentAtMs), {
    status,
    retryAfterMs,
    hadNoEffect: status === 429 || said?.hadNoEffect === true,
    isBusy,
  });
}
