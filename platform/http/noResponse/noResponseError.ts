import { unlessCancelled } from '../../time/cancel';
import { CancelledError, ConnectionError, PlatformError } from '../../errors/errors';
import type { SeenServer } from '../../tls/facts';
import { noteResponse } from './answeredOrigins';
import { connectionError } from './connectionErrors';
import type { Exchange, Payload } from '../send/outgoing';
import { serverAfterTlsFailure } from './tlsProbe';
import { silenceLimitMs } from '../connect/silence';

/** What to throw where no response came. @param wasSent whether the request had left */
export async function noResponseError(
  exchange: Exchange,
  error: unknown,
  payload: Payload,
  wasSent = false,
): Promise<Error> {
  const { url, tls, signal } = exchange;
  const seen = await unlessCancelled(serverAfterTlsFailure(url, error, tls), signal).catch(
    () => undefined,
  );
  return errorFor(exchange, error, payload, { wasSent, seen });
}

function errorFor(
  exchange: Exchange,
  error: unknown,
  { source }: Payload,
  { wasSent, seen }: { wasSent: boolean; seen: SeenServer | undefined },
): Error {
  // What a body's source throws says nothing of the connection, and part of the body may have arrived.
  const isSourceFailure = source?.failure !== undefined;
  const wasBegun = isSourceFailure ? source.wasBegun : wasSent;
  if (exchange.signal?.aborted) return new CancelledError(wasBegun ? 'unknown' : 'never');
  if (!isSourceFailure) {
    if (error instanceof PlatformError) return error;
    const { url, tls, peer } = exchange;
    return connectionError(url, error, { wasSent, timeoutMs: silenceLimitMs(), tls, peer, seen });
  }
  return source.explain(wasBegun);
}

/** What to throw where a response began and did not end. */
export function incompleteResponseError(exchange: Exchange, error: unknown): Error {
  noteResponse(exchange.url.origin);
  if (exchange.signal?.aborted) return new CancelledError();
  // A bound that the response went beyond.
  if (error instanceof PlatformError) return error;
  const reason = connectionError(exchange.url, error, {
    wasSent: true,
    timeoutMs: silenceLimitMs(),
    tls: exchange.tls,
    peer: exchange.peer,
  });
  if (!(reason instanceof ConnectionError)) return reason;
  return new ConnectionError(`The response of ${exchange.url.host} is incomplete`, {
    hint: reason.hint,
    reach: 'unknown',
    transient: true,
    cause: error,
  });
}
