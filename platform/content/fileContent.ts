type Pieces = Iterable<unknown> | AsyncIterable<unknown>;

/** A file's bytes, opened anew for each attempt to send them. */
export interface FileContent {
  /** In bytes. */
  size: number;
  mimeType?: string;
  fileName?: string;
  /** Where it is, if it is on this machine's disk. */
  path?: string;
  open(): Promise<Pieces> | Pieces;
  /** The same, faster for a large file: the memory of a piece is used again when the next one is asked for. */
  lend?(): AsyncIterable<Buffer>;
  /**
   * A faster way for a file that fits into memory: reads as much of it as there is room for.
   * @returns how many bytes that was
   */
  readInto?(memory: Buffer): Promise<number>;
}

/** Content that is in memory already. */
export function bytesContent(bytes: Buffer, mimeType?: string): FileContent {
  return {
    size: bytes.length,
    mimeType,
    open: () => [bytes],
  };
}

export function textContent(text: string): FileContent {
  return bytesContent(Buffer.from(text, 'utf8'), 'text/plain; charset=utf-8');
}
