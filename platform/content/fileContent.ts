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
  /**
   * The same, faster where the file is large: the memory of a piece is used again once `isDone` says that nobody looks
   * at it any more. It is asked when the next piece is asked for.
   */
  lend?(isDone: (piece: Buffer) => boolean): AsyncIterable<Buffer>;
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
