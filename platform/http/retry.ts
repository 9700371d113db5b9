import { whenAborted } from '../time/cancel';
import { clock } from '../time/clock';
import { CancelledError, OutcomeUnknownError, PlatformError, TimeoutError } from '../errors/errors';
import { MIN_REFUSALS, MAX_PAUSE_MS, MAX_REFUSAL_MS } from '../pace/limits';
import { NoTurnError } from '../pace/turnQueue';
import { Sending, type Repetition } from './sending';

export const MAX_ATTEMPTS = 4;
/** A request that met silence, or whose failure was long in coming, has cost most of its time limit already. */
export const MAX_SLOW_ATTEMPTS = 2;
export const SLOW_ATTEMPT_MS = 10_000;
const FIRST_DELAY_MS = 250;

/**
 * Runs an attempt again where that may help and its `Sending` allows it: full-jitter backoff. What an address refuses because
 * there were too many waits for its turn (see `pace`), and is sent again until that has lasted too long.
 * @param how a sending of its own, if the same request was sent before
 */
export async function withRetries<T>(
  how: Repetition | Sending,
  signal: AbortSignal | undefined,
  attempt: (sending: Sending) => Promise<T>,
): Promise<T> {
  const sending = typeof how === 'string' ? new Sending(how) : how;
  const refusals = new Refusals();
  let own: PlatformError | undefined;
  for (let attempts = 1; ;) {
    const beganMs = Date.now();
    try {
      return await attempt(sending);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (error instanceof NoTurnError) {
        // What it met itself says more.
        if (own) throw own;
        if (!refusals.mayTryWithoutTurn(error)) throw error;
        continue;
      }
      own = error;
      sending.describe(error);
      if (!error.transient) throw error;
      if (error.refusal) {
        if (refusals.isGivenUp(error) || !sending.repeatAfter(error.attemptEffect)) throw error;
        continue;
      }
      const delayMs = delayBeforeRepeating(error, attempts++, Date.now() - beganMs);
      if (delayMs === undefined || !sending.repeatAfter(error.attemptEffect)) throw error;
      await pause(delayMs, signal);
    }
  }
}

/** How often one request was refused because there were too many. */
class Refusals {
  private count = 0;
  private firstMs = 0;
  private last: PlatformError['refusal'];
  /** Refusals by an address that took nothing else meanwhile, and did not say that there were too many. */
  private inARow = 0;
  private isTriedWithoutTurn = false;

  isGivenUp({ refusal, retryAfterMs = 0 }: PlatformError): boolean {
    if (!refusal || retryAfterMs > MAX_PAUSE_MS) return true;
    const now = clock.now();
    if (this.count++ === 0) this.firstMs = now;
    const isBusy = !refusal.isTooMany && retryAfterMs === 0;
    if (!isBusy) this.inARow = 0;
    else if (this.last && refusal.acceptedOthersSince(this.last)) this.inARow = 1;
    else this.inARow++;
    this.last = refusal;
    if (this.inARow >= MAX_ATTEMPTS) return true;
    return now - this.firstMs > MAX_REFUSAL_MS && this.count >= MIN_REFUSALS;
  }

  /** Whether an address that is given up for others is asked once more all the same. */
  mayTryWithoutTurn({ isForNow }: NoTurnError): boolean {
    if (!isForNow || this.isTriedWithoutTurn) return false;
    this.isTriedWithoutTurn = true;
    return true;
  }
}

function delayBeforeRepeating(
  error: PlatformError,
  attempts: number,
  tookMs: number,
): number | undefined {
  const isSlow = error instanceof TimeoutError || tookMs > SLOW_ATTEMPT_MS;
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
    if (error.attemptEffect === 'made') return undefined;
    const isLost = error.attemptEffect === 'unknown';
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
