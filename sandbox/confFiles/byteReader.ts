/** Reads a stream of bytes up to marks, wherever the stream was cut into chunks. */
export class ByteReader {
  private readonly chunks: AsyncIterator<Buffer>;

  /** `held`: bytes that come before those of the stream. */
  constructor(
    chunks: AsyncIterable<Buffer>,
    private held: Buffer = Buffer.alloc(0),
  ) {
    this.chunks = chunks[Symbol.asyncIterator]();
  }

  /** Gives the bytes before the mark, in pieces, and passes over the mark. Throws where the stream ends before it. */
  async *until(mark: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.held.indexOf(mark);
      if (at >= 0) {
        const before = this.held.subarray(0, at);
        this.held = this.held.subarray(at + mark.length);
        if (before.length > 0) yield before;
        return;
      }
      // The last bytes may be the beginning of the mark.
      const sure = Math.max(0, this.held.length - mark.length + 1);
      const before = this.held.subarray(0, sure);
      this.held = this.held.subarray(sure);
      if (before.length > 0) yield before;
      await this.more();
    }
  }

  /** Gives the next bytes and leaves them where they are. Throws where the stream ends before. */
  async peek(count: number): Promise<Buffer> {
    while (this.held.length < count) await this.more();
    return this.held.subarray(0, count);
  }

  /** Passes over everything that is left. */
  async skipRest(): Promise<void> {
    this.held = Buffer.alloc(0);
    while (!(await this.chunks.next()).done);
  }

  /** Lets go of the stream, so that others can read on. */
  async close(): Promise<void> {
    await this.chunks.return?.();
  }

  private async more(): Promise<void> {
    const next = await this.chunks.next();
    if (next.done) throw new EndOfBytes();
    this.held = this.held.length > 0 ? Buffer.concat([this.held, next.value]) : next.value;
  }
}

/** The stream ended before what was looked for. */
export class EndOfBytes extends Error {}
