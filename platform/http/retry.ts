import { whenAborted } from '../common/time/cancel';
import { clock } from '../common/time/clock';
import { CancelledError, OutcomeUnknownError, PlatformError } from '../common/errors/errors';
import { Sending, type Repetition } from './sending';

/**
 * Repeats an attempt until it succeeds, or until its `Sending` decides against another one.
 * @param how a `Sending` if the same request was sent before, or has its own limits
 */
export async function withRetries<T>(
  how: Repetition | Sending,
  signal: AbortSignal | undefined,
  attempt: (sending: Sending) => Promise<T>,
): Promise<T> {
  const sending = typeof how === 'string' ? new Sending(how) : how;
  sending.begin();
  for (;;) {
    const beganMs = Date.now();
    try {
      return await attempt(sending);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const pauseMs = sending.pauseBeforeRepeating(error, Date.now() - beganMs);
      if (pauseMs === undefined) throw sending.describe(error);
      if (pauseMs > 0) {
        await pause(pauseMs, signal).catch(() => {
          throw sending.describe(new CancelledError('none'));
        });
      }
    }
  }
}

/**
 * Makes a change whose repetition changes nothing more, such as a stop or a delete; `change` repeats its request itself.
 * @param saysDone checks for a refusal such as "already ended" or "not found", which means that nothing is left to do
 * @param mayHaveBeenMade true if it was requested before, with an unknown outcome
 * @returns undefined if the change was made and its response was lost
 * @throws OutcomeUnknownError if an attempt may have made it and no response tells; the errors of `change`
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
    if (error.effectOfLastSend === 'made') return undefined;
    const isLost = error.effectOfLastSend === 'unknown';
    if (!isLost && !mayHaveBeenMade && error.earlierDoubtfulSends === 0) throw error;
    if (!isLost && saysDone(error)) return undefined;
    throw new OutcomeUnknownError(
      error,
      'Check the platform, or try again. It is safe to repeat this.',
    );
  }
}

/** @throws CancelledError as soon as the signal fires */
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
        reject(new CancelledError());
      });
  });
}
