type Pieces = Iterable<unknown> | AsyncIterable<unknown>;

/** The content of a file. It is opened again for each attempt to send it. */
export interface FileContent {
  /** In bytes. */
  size: number;
  mimeType?: string;
  fileName?: string;
  /** Undefined if the file is not on this machine's disk. */
  path?: string;
  /** The memory of a piece may be reused when the next one is requested. */
  open(): Promise<Pieces> | Pieces;
}

export function wrapBytes(bytes: Buffer, mimeType?: string): FileContent {
  return {
    size: bytes.length,
    mimeType,
    open: () => [bytes],
  };
}

export function wrapText(text: string): FileContent {
  return wrapBytes(Buffer.from(text, 'utf8'), 'text/plain; charset=utf-8');
}
