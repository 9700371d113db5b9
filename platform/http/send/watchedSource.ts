import { InvalidInputError, PlatformError } from '../../errors/errors';
import type { StreamedBody } from '../../buffers/streamedBody';

/** A body that is read while it is sent: tells a source that fails from a connection that breaks. */
export class WatchedSource implements AsyncIterable<Buffer> {
  /** What reading the body threw. */
  failure: unknown;
  /** Whether any of it has been sent. A server may act on the first part of a form before the rest has come. */
  wasBegun = false;

  constructor(private readonly body: StreamedBody) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    try {
      for await (const piece of this.body.stream()) {
        this.wasBegun = true;
        yield piece;
      }
    } catch (error) {
      this.failure = error ?? new Error('No reason given');
      throw error;
    }
  }

  /** @param wasBegun whether part of the request may have arrived */
  explain(wasBegun: boolean): PlatformError {
    const error =
      this.failure instanceof PlatformError
        ? this.failure
        : new InvalidInputError(
            'The data to send could not be read',
            this.failure instanceof Error ? this.failure.message : String(this.failure),
          );
    error.reach = wasBegun ? 'unknown' : 'never';
    return error;
  }
}
