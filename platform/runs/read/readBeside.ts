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
 * returned. Those who read at the same moment share requests.
 * @param read ends its requests when the signal of its options fires
 * @param hint what to do if it does not arrive in time
 * @throws CancelledError
 */
export async function readBeside<Result>(
  { url }: GraphqlEndpoint,
  read: (options: CallOptions) => Promise<Result>,
  hint: string,
  { noneAfter, ...options }: BesideOptions,
): Promise<Result | { failure: PlatformError }> {
  const { signal } = options;
  const late = lateSignal([signal, noneAfter]);
  try {
    return await unlessCancelled(read({ ...options, signal: late }), late);
  } catch (error) {
    if (signal?.aborted) throw new CancelledError();
    if (late.aborted) return { failure: tooSlow(url, hint) };
    if (!(error instanceof PlatformError)) throw error;
    return { failure: error };
  }
}

type Limits = ReadonlyArray<AbortSignal | undefined>;

/** The signals of this moment. */
let moment: Array<{ limits: Limits; late: AbortSignal }> = [];

/** Returns one signal for all who read at the same moment with the same limits: requests are shared by their signal. */
function lateSignal(limits: Limits): AbortSignal {
  const isSame = (other: Limits) => limits.every((limit, index) => limit === other[index]);
  const known = moment.find((one) => isSame(one.limits));
  if (known) return known.late;
  const given = limits.filter((limit) => limit !== undefined);
  const late = AbortSignal.any([timeoutSignal(BESIDE_TIMEOUT_MS), ...given]);
  if (moment.length === 0) setImmediate(() => (moment = []));
  moment.push({ limits, late });
  return late;
}

export function tooSlow({ host }: URL, hint: string): TimeoutError {
  const message = `${host} did not respond in time`;
  return new TimeoutError(message, { hint, reach: 'unknown', transient: true });
}
