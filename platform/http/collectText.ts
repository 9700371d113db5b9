import type { Dispatcher } from 'undici';
import { TimeoutError } from '../errors/errors';
import { ResponseCollector, type CancelOptions } from './responseCollector';
import {
  isSuccess,
  responseTooLarge,
  textOf,
  type ResponseHead,
  type TextResponse,
} from './response';
import { codingOf, decodedWhole } from './decoding';
import { NoResponseInTime } from './noResponse';
import { LONGEST_RESPONSE_MS, MOST_ERROR_PAGE_BYTES } from './limits';

/** Collects a response as text: a stream for each of many small responses would cost as much again as the request. */
export class TextCollector extends ResponseCollector {
  /** Undefined until the response has begun. */
  head: ResponseHead | undefined;
  private readonly chunks: Buffer[] = [];
  /** Called when the request leaves: until then its connection has bounds of its own. */
  onSent: (() => void) | undefined;
  private bytes = 0;
  private beganMs = 0;

  /** @param most the greatest size of a response that says that all went well, in bytes */
  constructor(
    private readonly url: URL,
    private readonly most: number,
    { signal, isFinishedOnCancel }: CancelOptions,
    private readonly resolve: (response: TextResponse) => void,
    private readonly reject: (error: unknown) => void,
  ) {
    super(url.host, signal, isFinishedOnCancel);
  }

  /** Ends a response that has not come as a whole within so many milliseconds. */
  giveUp(afterMs: number): void {
    this.abort(this.head ? this.unfinished(afterMs) : new NoResponseInTime());
  }

  override onRequestStart(controller: Dispatcher.DispatchController): void {
    super.onRequestStart(controller);
    this.onSent?.();
  }

  protected begin(head: ResponseHead): void {
    this.head = head;
    this.beganMs = Date.now();
    if (isSuccess(head) && Number(head.headers['content-length']) > this.most) {
      this.abort(responseTooLarge(this.url.host, this.most));
    }
  }

  protected take(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.bytes += chunk.length;
    if (this.head && !isSuccess(this.head)) return this.boundErrorPage();
    if (this.bytes > this.most) this.abort(responseTooLarge(this.url.host, this.most));
    else if (Date.now() - this.beganMs > LONGEST_RESPONSE_MS) this.abort(this.responseTooLong());
  }

  protected complete(): void {
    const { head } = this;
    if (!head) return;
    if (head.headers['content-encoding'] === undefined)
      return this.resolve({ ...head, text: textOf(this.bytesOf(), head) });
    this.decoded(head).then(
      (bytes) => this.resolve({ ...head, text: textOf(bytes, head) }),
      (error) => this.reject(error),
    );
  }

  private async decoded(head: ResponseHead): Promise<Buffer> {
    const bytes = this.bytesOf();
    const coding = codingOf(this.url, head);
    if (coding === undefined) return bytes;
    const most = isSuccess(head) ? this.most : MOST_ERROR_PAGE_BYTES;
    return await decodedWhole(this.url, coding, bytes, most, () =>
      responseTooLarge(this.url.host, most),
    );
  }

  protected fail(error: Error): void {
    this.reject(error);
  }

  /** What failed stands at its start. */
  private boundErrorPage(): void {
    const isTooLong = Date.now() - this.beganMs > LONGEST_RESPONSE_MS;
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

  private responseTooLong(): TimeoutError {
    return new TimeoutError(
      `The response of ${this.url.host} did not end within ${LONGEST_RESPONSE_MS / 60_000} minutes`,
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
