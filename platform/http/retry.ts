import { setTimeout as sleep } from 'node:timers/promises';
import { CancelledError, PlatformError, TimeoutError } from '../errors';

/**
 * `repeatable`: the same request may be sent again on doubt (reads, file uploads, deletes).
 * `once`: it may be sent again only when it certainly had no effect (mutations).
 */
export type Safety = 'repeatable' | 'once';

const MAX_ATTEMPTS = 4;
/** A request that met silence has cost its whole time limit already. */
const MAX_ATTEMPTS_AFTER_TIMEOUT = 2;
const FIRST_DELAY_MS = 250;
/** A platform that asks for more patience than this is reported instead of waited for. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Runs an attempt again where that cannot hurt: full-jitter backoff, Retry-After honoured.
 * @param previous how the same request failed before, where it is sent in another form now
 */
export async function withRetries<T>(
  safety: Safety,
  signal: AbortSignal | undefined,
  attempt: () => Promise<T>,
  previous?: PlatformError,
): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      error.previousAttempt = previous;
      previous = error;
      const delayMs = delayBeforeRepeating(error, safety, attempts);
      if (delayMs === undefined) throw error;
      await pause(delayMs, signal);
    }
  }
}

function delayBeforeRepeating(error: PlatformError, safety: Safety, attempts: number) {
  if (!error.transient) return undefined;
  if (safety === 'once' && !hadNoEffect(error)) return undefined;
  const most = error instanceof TimeoutError ? MAX_ATTEMPTS_AFTER_TIMEOUT : MAX_ATTEMPTS;
  if (attempts >= most) return undefined;
  const backoffMs = Math.random() * FIRST_DELAY_MS * 2 ** attempts;
  const delayMs = Math.max(backoffMs, error.retryAfterMs ?? 0);
  return delayMs > LONGEST_WAIT_MS ? undefined : delayMs;
}

/** 429 is the answer of a rate limit in front of the work, so nothing was done. */
function hadNoEffect(error: PlatformError): boolean {
  return error.reach === 'never' || error.status === 429;
}

/** Sleeps, unless or until the signal fires. */
export async function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(delayMs, undefined, { signal });
  } catch {
    throw new CancelledError();
  }
}
