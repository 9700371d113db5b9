import { whenAborted } from '../cancel';
import { clock } from '../clock';
import { CancelledError, PlatformError, TimeoutError } from '../errors';
import { LONGEST_PAUSE_MS, LONGEST_REFUSAL_MS } from './limits';
import { isTurnedAway } from './originPauses';

/**
 * `repeatable`: the same request may be sent again where its answer is lost (reads, file uploads, deletes).
 * `once`: it may be sent again only when it certainly had no effect (mutations).
 */
export type Safety = 'repeatable' | 'once';

export const MAX_ATTEMPTS = 4;
/** A request that met silence has cost its whole time limit already. */
export const MAX_ATTEMPTS_AFTER_TIMEOUT = 2;
const FIRST_DELAY_MS = 250;

/**
 * Runs an attempt again where that cannot hurt: full-jitter backoff. Where the platform turns requests away, all of them
 * wait together (see `originPauses`), and each is sent again until that has lasted too long.
 * @param previous how the same request failed before, where it is sent in another form now
 */
export async function withRetries<T>(
  safety: Safety,
  signal: AbortSignal | undefined,
  attempt: () => Promise<T>,
  previous?: PlatformError,
): Promise<T> {
  const beganMs = clock.now();
  for (let attempts = 1; ;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      error.previousAttempt = previous;
      previous = error;
      if (!error.transient || (safety === 'once' && !hadNoEffect(error))) throw error;
      if (isTurnedAway(error.status, error.retryAfterMs)) {
        if ((error.retryAfterMs ?? 0) > LONGEST_PAUSE_MS) throw error;
        if (clock.now() - beganMs > LONGEST_REFUSAL_MS) throw error;
        continue;
      }
      const delayMs = delayBeforeRepeating(error, attempts++);
      if (delayMs === undefined) throw error;
      await pause(delayMs, signal);
    }
  }
}

function delayBeforeRepeating(error: PlatformError, attempts: number): number | undefined {
  const most = error instanceof TimeoutError ? MAX_ATTEMPTS_AFTER_TIMEOUT : MAX_ATTEMPTS;
  if (attempts >= most) return undefined;
  const delayMs = Math.max(Math.random() * FIRST_DELAY_MS * 2 ** attempts, error.retryAfterMs ?? 0);
  return delayMs > LONGEST_PAUSE_MS ? undefined : delayMs;
}

/** 429 is the answer of a rate limit in front of the work, so nothing was done. */
function hadNoEffect(error: PlatformError): boolean {
  return error.reach === 'never' || error.status === 429;
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
