import { whenAborted } from '../common/time/cancel';
import { clock } from '../common/time/clock';
import { CancelledError, OutcomeUnknownError, PlatformError } from '../common/errors/errors';
import { Sending, type Repetition } from './sending';

/**
 * Repeats an attempt until it succeeds, or until its `Sending` does not allow another one.
 * @param repetition a `Sending` if the same request was sent before or has its own limits
 */
export async function withRetries<T>(
  repetition: Repetition | Sending,
  signal: AbortSignal | undefined,
  attempt: (sending: Sending) => Promise<T>,
): Promise<T> {
  const sending = typeof repetition === 'string' ? new Sending(repetition) : repetition;
  sending.beginTry();
  for (;;) {
    const beganMs = Date.now();
    try {
      return await attempt(sending);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const pauseMs = sending.decidePauseMs(error, Date.now() - beganMs);
      if (pauseMs === undefined) throw sending.addCounts(error);
      if (pauseMs > 0) {
        await pause(pauseMs, signal).catch(() => {
          throw sending.addCounts(new CancelledError('none'));
        });
      }
    }
  }
}

/**
 * Makes a change whose repetition changes nothing more, such as a stop or a delete.
 * @param change makes the change, and repeats its own request
 * @param saysDone returns true for a refusal such as "already ended" or "not found", after which nothing is left to do
 * @param mayHaveBeenMade true if the change was requested before, with an unknown outcome
 * @returns undefined if the change was made, but its result is unknown
 * @throws OutcomeUnknownError if no response shows whether an attempt made the change; the errors of `change`
 */
export async function makeRepeatableChange<Result>(
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
