import type { Dispatcher } from 'undici';
import { whenAborted } from '../common/time/cancel';
import type { HttpRequest } from './request';
import type { ResponseHead } from './response';

type Controller = Dispatcher.DispatchController;

/** If more bytes wait for the reader, the connection pauses until the reader has taken all of them. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Receives one response from undici. The caller iterates over the body. */
export class IncomingResponse implements Dispatcher.DispatchHandler, AsyncIterable<Buffer> {
  /** True after an open connection has taken the request. If the request then fails, no error code tells how much of it arrived. */
  wasSent = false;
  /** The error of the connection, or the reason of the signal or of `close`. */
  failure: Error | undefined;
  private hasBegun = false;
  private isComplete = false;
  private controller: Controller | undefined;
  private readonly forgetCancel: (() => void) | undefined;
  private readonly waiting: Buffer[] = [];
  private waitingBytes = 0;
  private wake: (() => void) | undefined;

  /**
   * @param onHead called when the response begins
   * @param onFailure called if the request fails before that
   */
  constructor(
    private readonly request: HttpRequest,
    private readonly onHead: (head: ResponseHead) => void,
    private readonly onFailure: (error: Error) => void,
  ) {
    const { signal } = request;
    this.forgetCancel = signal && whenAborted(signal, () => this.abort(signal.reason as Error));
  }

  close(): void {
    this.abort(new Error('The rest of the response is not needed'));
  }

  onRequestStart(controller: Controller): void {
    this.controller = controller;
    if (this.failure) return controller.abort(this.failure);
    const { isFinishedDespiteCancel, sending } = this.request;
    if (isFinishedDespiteCancel) this.forgetCancel?.();
    this.wasSent = true;
    if (sending) sending.sends++;
  }

  onResponseStart(_controller: Controller, status: number, headers: ResponseHead['headers']): void {
    // Statuses such as 100 come before the response.
    if (status < 200) return;
    this.hasBegun = true;
    this.onHead({ status, headers });
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.waiting.push(chunk);
    this.waitingBytes += chunk.length;
    if (this.waitingBytes > MAX_WAITING_BYTES) controller.pause();
    this.wake?.();
  }

  onResponseEnd(): void {
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
      if (piece) {
        this.waitingBytes -= piece.length;
        if (this.waitingBytes === 0) this.controller?.resume();
        yield piece;
      } else if (this.failure) throw this.failure;
      else if (this.isComplete) return;
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  /** Also works while the request waits for a connection. */
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
    this.forgetCancel?.();
    this.wake?.();
  }
}
