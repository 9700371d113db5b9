/** A body with files in it: read while it is sent, or into memory first where it is small. */
export interface StreamedBody {
  /** In bytes. */
  length: number;
  /** Starts from the first byte each time it is called. */
  stream(): AsyncIterable<Buffer>;
  /** @param memory of at least one byte more than the body has */
  fill(memory: Buffer): Promise<void>;
}
