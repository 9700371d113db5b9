import type { Dispatcher } from 'undici';
import { borrowBuffer, type BorrowedBuffer } from '../buffers/borrowedBuffer';
import { ResponseCollector } from './responseCollector';
import type { ResponseHead } from './response';

/** Large enough to be written to disk quickly. */
const PIECE_BYTES = 512 * 1024;
const LEAST_PIECE_BYTES = 16 * 1024;
/** That many full pieces wait for whoever reads them; then the platform has to wait. */
const MOST_WAITING = 4;

interface Piece extends BorrowedBuffer {
  length: number;
}

/**
 * Whose the pieces are. `given` ones belong to whoever asks for them. `lent` ones are used again, each once the next one is
 * asked for: only for a receiver of our own that hashes or copies.
 */
export type Ownership = 'lent' | 'given';

/** Collects a response in large pieces. */
export class PieceCollector extends ResponseCollector implements AsyncIterable<Buffer> {
  /** What broke the connection. */
  failure: Error | undefined;
  private pieceBytes = PIECE_BYTES;
  private filling: Piece | undefined;
  private readonly waiting: Piece[] = [];
  private isComplete = false;
  private wake: (() => void) | undefined;

  /**
   * @param onHead called when the response begins
   * @param onFailure called when it never does
   */
  constructor(
    private ownership: Ownership,
    host: string,
    signal: AbortSignal | undefined,
    private readonly onHead: (head: ResponseHead) => void,
    private readonly onFailure: (error: Error) => void,
  ) {
    super(host, signal);
  }

  protected take(chunk: Buffer, controller: Dispatcher.DispatchController): void {
    for (let copied = 0; copied < chunk.length;) {
      const piece = (this.filling ??= this.newPiece());
      const added = chunk.copy(piece.bytes, piece.length, copied);
      copied += added;
      piece.length += added;
      if (piece.length === piece.bytes.length) this.handOver(piece);
    }
    if (this.waiting.length >= MOST_WAITING) controller.pause();
  }

  /** @throws `failure` */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (;;) {
      const piece = await this.next();
      if (!piece) return;
      yield piece.bytes.subarray(0, piece.length);
      piece.release();
    }
  }

  /** What has not come yet is not waited for. */
  close(): void {
    if (this.isComplete || this.failure) return;
    this.controller?.abort(new Error('The rest of the response is not needed'));
  }

  protected begin({ status, headers }: ResponseHead): void {
    // A piece that is decoded is not done with when the next one is asked for.
    if (headers['content-encoding'] !== undefined) this.ownership = 'given';
    const length = Number(headers['content-length'] ?? PIECE_BYTES);
    this.pieceBytes = Math.min(PIECE_BYTES, Math.max(LEAST_PIECE_BYTES, length || 0));
    this.onHead({ status, headers });
  }

  protected complete(): void {
    if (this.filling) this.handOver(this.filling);
    this.isComplete = true;
    this.wake?.();
  }

  protected fail(error: Error): void {
    this.failure = error;
    this.onFailure(error);
    this.wake?.();
  }

  private async next(): Promise<Piece | undefined> {
    while (this.waiting.length === 0) {
      if (this.failure) throw this.failure;
      if (this.isComplete) return undefined;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
    const piece = this.waiting.shift();
    if (this.waiting.length < MOST_WAITING && this.controller?.paused) {
      this.beginSpan();
      this.controller.resume();
    }
    return piece;
  }

  private handOver(piece: Piece): void {
    this.filling = undefined;
    this.waiting.push(piece);
    this.wake?.();
  }

  private newPiece(): Piece {
    const memory =
      this.ownership === 'lent'
        ? borrowBuffer(this.pieceBytes)
        : { bytes: Buffer.allocUnsafeSlow(this.pieceBytes), release: () => undefined };
    return { ...memory, length: 0 };
  }
}
