import { CancelledError, OutcomeUnknownError, PlatformError } from '../../errors/errors';
import { earlierAttemptMayHaveTakenEffect, mayHaveTakenEffect } from './effect';

/**
 * Makes a change whose repetition changes nothing more, as a stop or a delete; `change` repeats its request itself.
 * @param saysDone whether the service's own response, as "already ended" or "unknown", tells that there is nothing left to do
 * @param mayHaveBeenMade whether it was asked for before, and it is not known what became of that
 * @returns undefined where an attempt whose response was lost has made the change
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
    const isLost = mayHaveTakenEffect(error);
    if (!isLost && !mayHaveBeenMade && !earlierAttemptMayHaveTakenEffect(error)) throw error;
    if (!isLost && saysDone(error)) return undefined;
    throw new OutcomeUnknownError(
      error,
      'Check the platform, or try again. It is safe to repeat this.',
    );
  }
}
