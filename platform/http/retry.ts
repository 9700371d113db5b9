import { whenAborted } from '../time/cancel';
import { clock } from '../time/clock';
import { CancelledError, OutcomeUnknownError, PlatformError } from '../errors/errors';
import { MAX_PAUSE_MS, MAX_REFUSAL_MS, NoTurnError } from '../pace/pace';
import { silenceLimitMs } from './limits';
import { Sending, type Repetition } from './sending';

export const MAX_ATTEMPTS = 4;
/** A request that met silence, or that took long to fail, has used most of its time already. */
export const MAX_SLOW_ATTEMPTS = 2;
export const SLOW_ATTEMPT_MS = 10_000;
/** How often 503 without Retry-After is accepted at most: the reason may be a rate limit, or an address that is down. */
const MAX_BUSY_ATTEMPTS = 8;
/** A request is given up after this many refusals at least: if many wait, time alone says nothing about one of them. */
const MIN_REFUSALS = 8;
const FIRST_DELAY_MS = 250;

/**
 * Repeats an attempt if that may help and its `Sending` allows it, with full-jitter backoff. A request that was refused
 * because there were too many waits for its turn instead (see `Pace`).
 * @param how a sending of its own, if the same request was sent before
 */
export async function withRetries<T>(
  how: Repetition | Sending,
  signal: AbortSignal | undefined,
  attempt: (sending: Sending) => Promise<T>,
): Promise<T> {
  const sending = typeof how === 'string' ? new Sending(how) : how;
  let own: PlatformError | undefined;
  let refusals = 0;
  let refusedSinceMs = 0;
  for (let attempts = 1; ;) {
    const beganMs = Date.now();
    try {
      return await attempt(sending);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      // The refusal of the request itself says more.
      if (error instanceof NoTurnError) throw own ?? error;
      own = error;
      sending.describe(error);
      if (!error.isTemporary || error.isFinal) throw error;
      if (error.rateLimit) {
        if (refusals++ === 0) refusedSinceMs = clock.now();
        const isLast = isGivenUp(error, refusals, refusedSinceMs);
        if (isLast || !sending.repeatAfterFailure(error)) throw error;
        continue;
      }
      const delayMs = delayBeforeRepeating(error, attempts++, Date.now() - beganMs);
      if (delayMs === undefined || !sending.repeatAfterFailure(error)) throw error;
      await pause(delayMs, signal);
    }
  }
}

/** Returns whether a request that was refused because there were too many is not sent again. */
function isGivenUp(
  { rateLimit, retryAfterMs = 0 }: PlatformError,
  refusals: number,
  refusedSinceMs: number,
): boolean {
  if (!rateLimit || rateLimit.isGivenUp || retryAfterMs > MAX_PAUSE_MS) return true;
  const isBusy = !rateLimit.isTooMany && retryAfterMs === 0;
  if (isBusy && refusals >= MAX_BUSY_ATTEMPTS) return true;
  return refusals >= MIN_REFUSALS && clock.now() - refusedSinceMs > MAX_REFUSAL_MS;
}

function delayBeforeRepeating(
  error: PlatformError,
  attempts: number,
  tookMs: number,
): number | undefined {
  const isSlow = tookMs >= Math.min(SLOW_ATTEMPT_MS, silenceLimitMs());
  if (attempts >= (isSlow ? MAX_SLOW_ATTEMPTS : MAX_ATTEMPTS)) return undefined;
  const delayMs = Math.max(Math.random() * FIRST_DELAY_MS * 2 ** attempts, error.retryAfterMs ?? 0);
  return delayMs > MAX_PAUSE_MS ? undefined : delayMs;
}

/**
 * Makes a change whose repetition changes nothing more, as a stop or a delete; `change` repeats its request itself.
 * @param saysDone whether the service's own response, as "already ended" or "unknown", tells that there is nothing left to do
 * @param mayHaveBeenMade whether it was asked for before, and it is not known what became of that
 * @returns undefined where the change was made and its response was lost
 * @throws OutcomeUnknownError where an attempt may have made it and no response says; what `change` throws
 */
export async function repeatableChange<Result>(
  change: () => Promise<Result>,
  saysDone: (refusal: PlatformError) => boolean,
  mayHaveBeenMade = false,
): Promise<Result | undefined> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof PlatformError) || error instanceof CancelledError) throw error;
    if (error.lastEffect === 'made') return undefined;
    const isLost = error.lastEffect === 'unknown';
    if (!isLost && !mayHaveBeenMade && error.doubtfulBefore === 0) throw error;
    if (!isLost && saysDone(error)) return undefined;
    throw new OutcomeUnknownError(
      error,
      'Check the platform, or try again. It is safe to repeat this.',
    );
  }
}

/** Sleeps, unless or until the signal fires. @throws CancelledError */
export async function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) throw new CancelledError();
  await new Promise<void>((resolve, reject) => {
    const timer = clock.after(delayMs, () => {
      forgetCancel?.();
      resolve();
    });
    const forgetCancel =
      signal &&
      whenAborted(signal, () => {
        timer.stop();
        forgetCancel?.();
        reject(new CancelledError());
      });
  });
}
