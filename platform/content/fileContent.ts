type Pieces = Iterable<unknown> | AsyncIterable<unknown>;

/** A file's bytes, opened anew for each attempt to send them. */
export interface FileContent {
  /** In bytes. */
  size: number;
  mimeType?: string;
  fileName?: string;
  /** Where it is, if it is on this machine's disk. */
  path?: string;
  /** The memory of a piece may be used again when the next one is asked for. */
  open(): Promise<Pieces> | Pieces;
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
