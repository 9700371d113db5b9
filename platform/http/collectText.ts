import type { Dispatcher } from 'undici';
import { AnswerCollector, type AnswerHead, type Cancelling } from './answerCollector';

export interface TextAnswer extends AnswerHead {
  text: string;
}

const BYTE_ORDER_MARK = '\uFEFF';

/** Collects an answer as text: a stream for each of many small answers would cost as much again as the request. */
export class TextCollector extends AnswerCollector {
  /** Undefined until the answer has begun. */
  head: AnswerHead | undefined;
  private readonly chunks: Buffer[] = [];

  constructor(
    { signal, isFinishedOnCancel }: Cancelling,
    private readonly resolve: (answer: TextAnswer) => void,
    private readonly reject: (error: unknown) => void,
  ) {
    super(signal, isFinishedOnCancel);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks.push(chunk);
  }

  protected begin(head: AnswerHead): void {
    this.head = head;
  }

  protected complete(): void {
    if (this.head) this.resolve({ ...this.head, text: this.text() });
  }

  protected fail(error: Error): void {
    this.reject(error);
  }

  private text(): string {
    const [first] = this.chunks;
    const bytes = this.chunks.length === 1 ? (first as Buffer) : Buffer.concat(this.chunks);
    const text = bytes.toString('utf8');
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  }
}
