import type { Dispatcher } from 'undici';
import { TimeoutError, UnexpectedResponseError } from '../errors/errors';
import { whenAborted } from '../time/cancel';
import type { ResponseHead } from './response';
import {
  LEAST_BYTES_PER_SECOND,
  MOST_INTERIM_RESPONSES,
  MOST_SLOW_SPANS,
  SPEED_SPAN_MS,
} from './limits';

/** What ends a request, and whether it ends one that has left. */
export interface CancelOptions {
  signal?: AbortSignal;
  isFinishedOnCancel?: boolean;
}

/** What collecting a response takes however it is kept: its own head, and an end where the signal or a bound says so. */
export abstract class ResponseCollector implements Dispatcher.DispatchHandler {
  /**
   * Whether the request was handed to an open connection. What fails before that was certainly not sent; after it
   * nothing says how much of it arrived, whatever the error's code.
   */
  wasSent = false;
  protected controller: Dispatcher.DispatchController | undefined;
  private readonly stopListening: (() => void) | undefined;
  private interimResponses = 0;
  private spanBeganMs = 0;
  private spanBytes = 0;
  private slowSpans = 0;

  constructor(
    private readonly host: string,
    private readonly signal: AbortSignal | undefined,
    private readonly isFinishedOnCancel = false,
  ) {
    this.stopListening = signal && whenAborted(signal, () => this.cancel());
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.isFinishedOnCancel) this.stopListening?.();
    this.controller = controller;
    if (this.signal?.aborted) this.cancel();
    else this.wasSent = true;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: ResponseHead['headers'],
  ): void {
    if (status >= 200) {
      this.beginSpan();
      this.begin({ status, headers });
      return;
    }
    // 100 and its like come before the response.
    if (++this.interimResponses > MOST_INTERIM_RESPONSES) this.abort(this.endlessResponse());
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.spanBytes += chunk.length;
    if (Date.now() - this.spanBeganMs > SPEED_SPAN_MS) this.judgeSpeed();
    this.take(chunk, controller);
  }

  onResponseEnd(): void {
    this.stopListening?.();
    this.complete();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.stopListening?.();
    this.fail(error);
  }

  protected abstract begin(head: ResponseHead): void;

  protected abstract take(chunk: Buffer, controller: Dispatcher.DispatchController): void;

  protected abstract complete(): void;

  /** @param error what broke the connection, the signal's reason, or the PlatformError of a bound */
  protected abstract fail(error: Error): void;

  /** @param error what the request then fails with */
  protected abort(error: Error): void {
    this.controller?.abort(error);
  }

  /** Time in which nobody read on says nothing of the platform. */
  protected beginSpan(): void {
    this.spanBeganMs = Date.now();
    this.spanBytes = 0;
  }

  private judgeSpeed(): void {
    const seconds = (Date.now() - this.spanBeganMs) / 1000;
    const isSlow = this.spanBytes < LEAST_BYTES_PER_SECOND * seconds;
    this.slowSpans = isSlow ? this.slowSpans + 1 : 0;
    this.beginSpan();
    if (this.slowSpans >= MOST_SLOW_SPANS) this.abort(this.slowResponse());
  }

  private cancel(): void {
    const reason = this.signal?.reason as Error;
    if (this.controller) return this.controller.abort(reason);
    // It still waits for a connection: whoever asked need not wait for that.
    this.stopListening?.();
    this.fail(reason);
  }

  private slowResponse(): TimeoutError {
    return new TimeoutError(`The response of ${this.host} is too slow`, {
      hint: `It arrived with less than ${LEAST_BYTES_PER_SECOND} bytes per second for a minute. The platform or the network may be overloaded. Try again later.`,
      reach: 'unknown',
      transient: true,
    });
  }

  private endlessResponse(): UnexpectedResponseError {
    return new UnexpectedResponseError(`${this.host} did not finish its response`, {
      hint: `It announced a response more than ${MOST_INTERIM_RESPONSES} times (HTTP 1xx) without sending one. Check the gateways in front of the platform.`,
      reach: 'unknown',
    });
  }
}
