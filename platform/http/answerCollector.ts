import type { Dispatcher } from 'undici';
import { whenAborted } from './abortTogether';

export interface AnswerHead {
  status: number;
  headers: Record<string, string | string[] | undefined>;
}

/** What ends a request, and whether it ends one that has left. */
export interface Cancelling {
  signal?: AbortSignal;
  isFinishedOnCancel?: boolean;
}

/** What collecting an answer takes however it is kept: its own head, and an end where the signal says so. */
export abstract class AnswerCollector implements Dispatcher.DispatchHandler {
  /**
   * Whether the request was handed to an open connection. What fails before that was certainly not sent; after it
   * nothing tells how much of it arrived, whatever the error's code.
   */
  wasSent = false;
  protected controller: Dispatcher.DispatchController | undefined;
  private readonly stopListening: (() => void) | undefined;

  constructor(
    private readonly signal: AbortSignal | undefined,
    private readonly isFinishedOnCancel = false,
  ) {
    this.stopListening = signal && whenAborted(signal, () => this.abort());
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.isFinishedOnCancel) this.stopListening?.();
    this.controller = controller;
    if (this.signal?.aborted) this.abort();
    else this.wasSent = true;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: AnswerHead['headers'],
  ): void {
    // 100 and its like come before the answer.
    if (status >= 200) this.begin({ status, headers });
  }

  abstract onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void;

  onResponseEnd(): void {
    this.stopListening?.();
    this.complete();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.stopListening?.();
    this.fail(error);
  }

  protected abstract begin(head: AnswerHead): void;

  protected abstract complete(): void;

  /** @param error what broke the connection, or the signal's reason */
  protected abstract fail(error: Error): void;

  private abort(): void {
    const reason = this.signal?.reason as Error;
    if (this.controller) return this.controller.abort(reason);
    // It still waits for a connection: whoever asked need not wait for that.
    this.stopListening?.();
    this.fail(reason);
  }
}
