import type { Dispatcher } from 'undici';
import { TimeoutError, UnexpectedAnswerError } from '../../errors/errors';
import { AnswerCollector, type Cancelling } from './answerCollector';
import { type AnswerHead, isSuccess } from '../head';
import { codingOf, decodedWhole } from './contentEncoding';
import { NoAnswerInTime } from '../noAnswer/connectionErrors';
import { LONGEST_ANSWER_MS, MOST_ERROR_PAGE_BYTES } from '../limits';

export interface TextAnswer extends AnswerHead {
  text: string;
}

const BYTE_ORDER_MARK = '\uFEFF';

/** Collects an answer as text: a stream for each of many small answers would cost as much again as the request. */
export class TextCollector extends AnswerCollector {
  /** Undefined until the answer has begun. */
  head: AnswerHead | undefined;
  private readonly chunks: Buffer[] = [];
  /** Called when the request leaves: until then its connection has bounds of its own. */
  onSent: (() => void) | undefined;
  private bytes = 0;
  private beganMs = 0;

  /** @param most the greatest size of an answer that says that all went well, in bytes */
  constructor(
    private readonly url: URL,
    private readonly most: number,
    { signal, isFinishedOnCancel }: Cancelling,
    private readonly resolve: (answer: TextAnswer) => void,
    private readonly reject: (error: unknown) => void,
  ) {
    super(url.host, signal, isFinishedOnCancel);
  }

  /** Ends an answer that has not come as a whole within so many milliseconds. */
  giveUp(afterMs: number): void {
    this.abort(this.head ? this.unfinished(afterMs) : new NoAnswerInTime());
  }

  override onRequestStart(controller: Dispatcher.DispatchController): void {
    super.onRequestStart(controller);
    this.onSent?.();
  }

  protected begin(head: AnswerHead): void {
    this.head = head;
    this.beganMs = Date.now();
    if (isSuccess(head) && Number(head.headers['content-length']) > this.most) {
      this.abort(answerTooLarge(this.url.host, this.most));
    }
  }

  protected take(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.bytes += chunk.length;
    if (this.head && !isSuccess(this.head)) return this.boundErrorPage();
    if (this.bytes > this.most) this.abort(answerTooLarge(this.url.host, this.most));
    else if (Date.now() - this.beganMs > LONGEST_ANSWER_MS) this.abort(this.answerTooLong());
  }

  protected complete(): void {
    const { head } = this;
    if (!head) return;
    if (head.headers['content-encoding'] === undefined)
      return this.resolve({ ...head, text: textOf(this.bytesOf()) });
    this.decoded(head).then(
      (bytes) => this.resolve({ ...head, text: textOf(bytes) }),
      (error) => this.reject(error),
    );
  }

  private async decoded(head: AnswerHead): Promise<Buffer> {
    const bytes = this.bytesOf();
    const coding = codingOf(this.url, head);
    if (coding === undefined) return bytes;
    const most = isSuccess(head) ? this.most : MOST_ERROR_PAGE_BYTES;
    return await decodedWhole(this.url, coding, bytes, most, () =>
      answerTooLarge(this.url.host, most),
    );
  }

  protected fail(error: Error): void {
    this.reject(error);
  }

  /** What failed stands at its start. */
  private boundErrorPage(): void {
    const isTooLong = Date.now() - this.beganMs > LONGEST_ANSWER_MS;
    if (this.bytes <= MOST_ERROR_PAGE_BYTES && !isTooLong) return;
    this.complete();
    this.abort(new Error('The rest of the response is not needed'));
  }

  private unfinished(afterMs: number): TimeoutError {
    return new TimeoutError(
      `The response of ${this.url.host} did not end within ${afterMs / 1000} s`,
      {
        hint: 'It is a short response, and its first part arrived. The platform, or a gateway in front of it, may be overloaded. Try again later.',
        reach: 'unknown',
      },
    );
  }

  private answerTooLong(): TimeoutError {
    return new TimeoutError(
      `The response of ${this.url.host} did not end within ${LONGEST_ANSWER_MS / 60_000} minutes`,
      {
        hint: 'Request less data: fewer fields, a lower limit, or one project. The platform may also be overloaded.',
        reach: 'unknown',
      },
    );
  }

  private bytesOf(): Buffer {
    const [first] = this.chunks;
    return this.chunks.length === 1 ? (first as Buffer) : Buffer.concat(this.chunks);
  }
}

function textOf(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/** @param most in bytes */
export function answerTooLarge(host: string, most: number): UnexpectedAnswerError {
  return new UnexpectedAnswerError(
    `The response of ${host} is larger than ${most / 1024 ** 2} MiB`,
    {
      hint: 'The rest was not read. Request less data: fewer fields, a lower limit, one project, or one folder. Otherwise, check that the address in the credential is the platform’s.',
      reach: 'answered',
    },
  );
}
