import { CancelledError, PlatformError, TimeoutError } from '../../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { timeoutSignal, unlessCancelled } from '../../time/cancel';

/** What is read beside a run is not waited for longer. */
const BESIDE_TIMEOUT_MS = 20_000;

export interface BesideOptions extends CallOptions {
  /** When it fires, what has not arrived yet is reported as such. */
  noneAfter?: AbortSignal;
}

/**
 * Reads something beside a run, as its log: the run matters more, so a failure to read it, or to read it in time, is
 * returned. Those who read at the same moment with one signal share requests.
 * @param hint what to do if it does not arrive in time
 * @throws CancelledError
 */
export async function readBeside<Result>(
  { url }: GraphqlEndpoint,
  read: Promise<Result>,
  hint: string,
  { signal, noneAfter }: BesideOptions,
): Promise<Result | { failure: PlatformError }> {
  const timeout = timeoutSignal(BESIDE_TIMEOUT_MS);
  const late = noneAfter ? AbortSignal.any([timeout, noneAfter]) : timeout;
  try {
    return await unlessCancelled(read, late);
  } catch (error) {
    if (signal?.aborted) throw new CancelledError();
    if (late.aborted) return { failure: tooSlow(url, hint) };
    if (!(error instanceof PlatformError)) throw error;
    return { failure: error };
  }
}

export function tooSlow({ host }: URL, hint: string): TimeoutError {
  const message = `${host} did not respond in time`;
  return new TimeoutError(message, { hint, reach: 'unknown', transient: true });
}
