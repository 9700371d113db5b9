import { CancelledError, PlatformError, ConnectionError } from '../../common/errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { getSharedTimeout, waitUnlessCancelled } from '../../common/time/cancel';

const OPTIONAL_READ_TIMEOUT_MS = 20_000;

/**
 * Reads an optional addition to a run, such as its log. The output of the run must not fail because of it, so a failure or a timeout
 * is returned, not thrown.
 * @param read must end its requests when the signal of its options fires
 * @param hint next step of the user after a timeout
 * @throws CancelledError if the signal of `options` fires
 */
export async function readOptional<Result>(
  { url }: GraphqlEndpoint,
  read: (options: CallOptions) => Promise<Result>,
  hint: string,
  options: CallOptions,
): Promise<Result | { failure: PlatformError }> {
  const { signal } = options;
  const limit = getSharedTimeout(OPTIONAL_READ_TIMEOUT_MS, signal);
  try {
    return await waitUnlessCancelled(read({ ...options, signal: limit }), limit);
  } catch (error) {
    if (signal?.aborted) throw new CancelledError();
    if (limit.aborted) return { failure: timeoutError(url, hint) };
    if (!(error instanceof PlatformError)) throw error;
    return { failure: error };
  }
}

export function timeoutError({ host }: URL, hint: string): ConnectionError {
  const message = `${host} did not respond in time`;
  return new ConnectionError(message, { hint, isTemporary: true });
}
