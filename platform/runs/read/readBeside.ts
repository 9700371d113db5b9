import { CancelledError, PlatformError, ConnectionError } from '../../common/errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { sharedTimeout, unlessCancelled } from '../../common/time/cancel';

/** Logs, names and variables are given up after this time. */
const BESIDE_TIMEOUT_MS = 20_000;

/**
 * Reads an addition to a run, such as its log: the run matters more, so a failure to read it, or to read it in time, is
 * returned. Reads at the same moment share requests.
 * @param read ends its requests when the signal of its options fires
 * @param hint what to do if it does not arrive in time
 * @throws CancelledError
 */
export async function readBeside<Result>(
  { url }: GraphqlEndpoint,
  read: (options: CallOptions) => Promise<Result>,
  hint: string,
  options: CallOptions,
): Promise<Result | { failure: PlatformError }> {
  const { signal } = options;
  const late = sharedTimeout(BESIDE_TIMEOUT_MS, signal);
  try {
    return await unlessCancelled(read({ ...options, signal: late }), late);
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
