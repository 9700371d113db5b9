import type { Dispatcher } from 'undici';
import { whenAborted } from './abortTogether';

export interface AnswerHead {
  status: number;
  headers: Record<string, string | string[] | undefined>;
}

export interface TextAnswer extends AnswerHead {
  text: string;
}

const BYTE_ORDER_MARK = '\uFEFF';

/** Collects an answer as text: a stream for each of many small answers would cost as much again as the request. */
export class TextCollector implements Dispatcher.DispatchHandler {
  /** Undefined until the answer has begun. */
  head: AnswerHead | undefined;
  private readonly chunks: Buffer[] = [];
  private controller: Dispatcher.DispatchController | undefined;
  private readonly stopListening: (() => void) | undefined;

  constructor(
    private readonly signal: AbortSignal | undefined,
    private readonly resolve: (answer: TextAnswer) => void,
    private readonly reject: (error: unknown) => void,
  ) {
    this.stopListening = signal && whenAborted(signal, () => this.abort());
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.signal?.aborted) this.abort();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: AnswerHead['headers'],
  ): void {
    // 100 and its like come before the answer.
    if (status >= 200) this.head = { status, headers };
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.stopListening?.();
    if (this.head) this.resolve({ ...this.head, text: this.text() });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.stopListening?.();
    this.reject(error);
  }

  private abort(): void {
    this.controller?.abort(this.signal?.reason as Error);
  }

  private text(): string {
    const [first] = this.chunks;
    const bytes = this.chunks.length === 1 ? (first as Buffer) : Buffer.concat(this.chunks);
    const text = bytes.toString('utf8');
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  }
}
