import { CancelledError, PlatformError, ConnectionError } from '../../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { timeoutSignal, unlessCancelled } from '../../time/cancel';

/** What is read beside a run is not waited for longer. */
const BESIDE_TIMEOUT_MS = 20_000;

/**
 * Reads something beside a run, as its log: the run matters more, so a failure to read it, or to read it in time, is
 * returned. Those who read at the same moment share requests.
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
  const late = lateSignal(signal);
  try {
    return await unlessCancelled(read({ ...options, signal: late }), late);
  } catch (error) {
    if (signal?.aborted) throw new CancelledError();
    if (late.aborted) return { failure: tooSlow(url, hint) };
    if (!(error instanceof PlatformError)) throw error;
    return { failure: error };
  }
}

/** The signals of this moment, by the callers' own. */
let moment = new Map<AbortSignal | undefined, AbortSignal>();

/** Returns one signal for all who read at the same moment with the same signal: requests are shared by their signal. */
function lateSignal(signal: AbortSignal | undefined): AbortSignal {
  const known = moment.get(signal);
  if (known) return known;
  const timeout = timeoutSignal(BESIDE_TIMEOUT_MS);
  const late = signal ? AbortSignal.any([timeout, signal]) : timeout;
  if (moment.size === 0) setImmediate(() => (moment = new Map()));
  moment.set(signal, late);
  return late;
}

export function tooSlow({ host }: URL, hint: string): ConnectionError {
  const message = `${host} did not respond in time`;
  return new ConnectionError(message, { hint, isTemporary: true });
}
