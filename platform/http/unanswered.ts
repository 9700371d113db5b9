import { CancelledError, ConnectionError, PlatformError } from '../errors';
import { connectionError } from './connectionErrors';
import type { Exchange, Payload } from './outgoing';
import { silenceLimitMs } from './silence';

/** What to throw where no answer came. @param wasSent whether the request had left */
export function notAnswered(
  exchange: Exchange,
  error: unknown,
  { source }: Payload,
  wasSent = false,
): Error {
  // What a body's source throws says nothing of the connection, and part of the body may have arrived.
  const isSourceFailure = source?.failure !== undefined;
  const wasBegun = isSourceFailure ? source.wasBegun : wasSent;
  if (exchange.signal?.aborted) return new CancelledError(wasBegun ? 'unknown' : 'never');
  if (!isSourceFailure) {
    if (error instanceof PlatformError) return error;
    return connectionError(exchange.url, error, { wasSent, timeoutMs: silenceLimitMs() });
  }
  return source.explain(wasBegun);
}

/** What to throw where an answer began and did not end. */
export function cutShort(exchange: Exchange, error: unknown): Error {
  if (exchange.signal?.aborted) return new CancelledError();
  // A bound that the answer went beyond.
  if (error instanceof PlatformError) return error;
  const reason = connectionError(exchange.url, error, {
    wasSent: true,
    timeoutMs: silenceLimitMs(),
  });
  if (!(reason instanceof ConnectionError)) return reason;
  return new ConnectionError(`The answer from ${exchange.url.host} was cut short`, {
    hint: reason.hint,
    reach: 'unknown',
    transient: true,
    cause: error,
  });
}
