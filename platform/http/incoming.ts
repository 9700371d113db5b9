import { errors, type Dispatcher } from 'undici';
import { TimeoutError, UnexpectedResponseError } from '../errors/errors';
import { whenAborted } from '../time/cancel';
import type { ReadMemory } from './connect';
import {
  MIN_BYTES_PER_SECOND,
  MIN_WHOLE_RESPONSE_MS,
  MAX_INTERIM_RESPONSES,
  MAX_SLOW_SPANS,
  silenceLimitMs,
  SPEED_SPAN_MS,
} from './limits';
import type { Exchange } from './request';
import type { ResponseHead } from './response';

type Controller = Dispatcher.DispatchController;

/** Large enough to be written to disk quickly. */
const PIECE_BYTES = 512 * 1024;
const MIN_PIECE_BYTES = 16 * 1024;
/** When this many pieces wait for the reader, the platform has to wait. */
const MAX_WAITING_PIECES = 4;

/** A response on its way: its head, then its bytes in pieces, each of which belongs to the reader. */
export class Incoming implements Dispatcher.DispatchHandler, AsyncIterable<Buffer> {
  /**
   * Whether the request was handed to an open connection. What fails before that was certainly not sent; after it
   * nothing says how much of it arrived, whatever the error's code.
   */
  wasSent = false;
  /** What broke the connection, the signal's reason, or the bound that the response exceeded. */
  failure: Error | undefined;
  private hasBegun = false;
  private isComplete = false;
  private controller: Controller | undefined;
  private readonly forgetCancel: (() => void) | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly waiting: Buffer[] = [];
  private pieceBytes = PIECE_BYTES;
  private filling: Buffer | undefined;
  private filledBytes = 0;
  private wake: (() => void) | undefined;
  private interimResponses = 0;
  private spanBeganMs = 0;
  private spanBytes = 0;
  private slowSpans = 0;

  /**
   * @param reads `reused`: data is copied into large pieces on arrival
   * @param onHead called when the response begins
   * @param onFailure called when it never does
   */
  constructor(
    private readonly exchange: Exchange,
    private readonly reads: ReadMemory,
    private readonly onHead: (head: ResponseHead) => void,
    private readonly onFailure: (error: Error) => void,
  ) {
    const { signal } = exchange;
    this.forgetCancel = signal && whenAborted(signal, () => this.abort(signal.reason as Error));
  }

  /** Does not wait for what has not arrived yet. */
  close(): void {
    this.abort(new Error('The rest of the response is not needed'));
  }

  onRequestStart(controller: Controller): void {
    this.controller = controller;
    if (this.failure) return controller.abort(this.failure);
    const { isFinishedOnCancel, response } = this.exchange;
    if (isFinishedOnCancel) this.forgetCancel?.();
    if (response === 'short') {
      // A byte now and then is no silence, and others wait for a login.
      const limitMs = Math.max(silenceLimitMs(), MIN_WHOLE_RESPONSE_MS);
      this.timer = setTimeout(() => this.abort(this.late(limitMs)), limitMs);
    }
    this.wasSent = true;
  }

  onResponseStart(_controller: Controller, status: number, headers: ResponseHead['headers']): void {
    // 100 and its like come before the response.
    if (status < 200) {
      if (++this.interimResponses > MAX_INTERIM_RESPONSES) this.abort(this.endless());
      return;
    }
    const length = Number(headers['content-length'] ?? PIECE_BYTES);
    this.pieceBytes = Math.min(PIECE_BYTES, Math.max(MIN_PIECE_BYTES, length || 0));
    this.hasBegun = true;
    this.beginSpan();
    this.onHead({ status, headers });
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.spanBytes += chunk.length;
    if (Date.now() - this.spanBeganMs > SPEED_SPAN_MS) this.judgeSpeed();
    if (this.reads === 'fresh') return this.handOver(chunk);
    this.copy(chunk);
    if (this.waiting.length >= MAX_WAITING_PIECES) controller.pause();
  }

  onResponseEnd(): void {
    if (this.filling) this.handOver(this.filling.subarray(0, this.filledBytes));
    this.isComplete = true;
    this.end();
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.fail(error);
  }

  /** @throws `failure` */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (;;) {
      const piece = this.waiting.shift();
      if (this.controller?.paused && this.waiting.length < MAX_WAITING_PIECES) {
        // Time during which nobody read says nothing about the platform.
        this.beginSpan();
        this.controller.resume();
      }
      if (piece) yield piece;
      else if (this.failure) throw this.failure;
      else if (this.isComplete) return;
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  /** Ends it, even while it still waits for a connection. */
  private abort(error: Error): void {
    if (this.isComplete || this.failure) return;
    if (this.controller) this.controller.abort(error);
    else this.fail(error);
  }

  private fail(error: Error): void {
    if (this.failure) return;
    this.failure = error;
    this.end();
    if (!this.hasBegun) this.onFailure(error);
  }

  private end(): void {
    clearTimeout(this.timer);
    this.forgetCancel?.();
    this.wake?.();
  }

  private copy(chunk: Buffer): void {
    for (let copied = 0; copied < chunk.length;) {
      this.filling ??= Buffer.allocUnsafeSlow(this.pieceBytes);
      const added = chunk.copy(this.filling, this.filledBytes, copied);
      copied += added;
      this.filledBytes += added;
      if (this.filledBytes < this.filling.length) continue;
      this.handOver(this.filling);
      this.filling = undefined;
      this.filledBytes = 0;
    }
  }

  private handOver(piece: Buffer): void {
    this.waiting.push(piece);
    this.wake?.();
  }

  private beginSpan(): void {
    this.spanBeganMs = Date.now();
    this.spanBytes = 0;
  }

  private judgeSpeed(): void {
    const seconds = (Date.now() - this.spanBeganMs) / 1000;
    const isSlow = this.spanBytes < MIN_BYTES_PER_SECOND * seconds;
    this.slowSpans = isSlow ? this.slowSpans + 1 : 0;
    this.beginSpan();
    if (this.slowSpans >= MAX_SLOW_SPANS) this.abort(this.slow());
  }

  private late(limitMs: number): Error {
    if (!this.hasBegun) return new errors.HeadersTimeoutError();
    return new TimeoutError(
      `The response of ${this.exchange.url.host} did not end within ${limitMs / 1000} s`,
      {
        hint: 'It is a short response, and its first part arrived. The platform, or a gateway in front of it, may be overloaded. Try again later.',
        reach: 'unknown',
      },
    );
  }

  private slow(): TimeoutError {
    return new TimeoutError(`The response of ${this.exchange.url.host} is too slow`, {
      hint: `It arrived with less than ${MIN_BYTES_PER_SECOND} bytes per second for a minute. The platform or the network may be overloaded. Try again later.`,
      reach: 'unknown',
      transient: true,
    });
  }

  private endless(): UnexpectedResponseError {
    return new UnexpectedResponseError(`${this.exchange.url.host} did not finish its response`, {
      hint: `It announced a response more than ${MAX_INTERIM_RESPONSES} times (HTTP 1xx) without sending one. Check the gateways in front of the platform.`,
      reach: 'unknown',
    });
  }
}
