import { CancelledError, PlatformError, ConnectionError } from '../../common/errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { getSharedTimeout, waitUnlessCancelled } from '../../common/time/cancel';

const BESIDE_TIMEOUT_MS = 20_000;

/**
 * Reads an addition to a run, such as its log. The run matters more, so a failure or timeout is returned.
 * @param read must end its requests when the signal of its options fires
 * @param hint next step of the user after a timeout
 * @throws CancelledError
 */
export async function readBeside<Result>(
  { url }: GraphqlEndpoint,
  read: (options: CallOptions) => Promise<Result>,
  hint: string,
  options: CallOptions,
): Promise<Result | { failure: PlatformError }> {
  const { signal } = options;
  const late = getSharedTimeout(BESIDE_TIMEOUT_MS, signal);
  try {
    return await waitUnlessCancelled(read({ ...options, signal: late }), late);
  } catch (error) {
    if (signal?.aborted) throw new CancelledError();
    if (late.aborted) return { failure: tooSlow(url, hint) };
    if (!(error instanceof PlatformError)) throw error;
    return { failure: error };
  }
}

export function tooSlow({ host }: URL, hint: string): ConnectionError {
  const message = `${host} did not respond in time`;
  return new ConnectionError(message, { hint, isTemporary: true });
}
