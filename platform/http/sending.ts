import { GraphqlResponseError, type Effect, type PlatformError } from '../errors/errors';

/**
 * How a request may be repeated. A `read` changes nothing. An `idempotent` change made twice is the same as made once
 * (deletes, stops, uploads). A change that is made `once` must not be made twice (starts, creates).
 */
export type Repetition = 'read' | 'idempotent' | 'once';

/** One request of a caller. It alone decides whether the request is sent again, and counts how often it was sent. */
export class Sending {
  /** How often it left, whatever came of it. */
  times = 0;
  /** How many sendings before the current one may have had an effect. */
  private doubtful = 0;

  constructor(readonly repetition: Repetition) {}

  /**
   * Decides whether it is sent again after a send that had this effect.
   * @param isProven whether `none` is proven, rather than what the platform says
   */
  repeatAfter(effect: Effect, isProven = true): boolean {
    if (this.repetition === 'read') return true;
    const mayRepeat =
      this.repetition === 'idempotent' ? effect !== 'made' : effect === 'none' && isProven;
    if (mayRepeat) this.note(effect);
    return mayRepeat;
  }

  /** Decides whether it is sent again after this failure. Errors in a response are what the platform says, not a proof. */
  repeatAfterFailure(error: PlatformError): boolean {
    const isProven = error.rateLimit?.hadNoEffect ?? !(error instanceof GraphqlResponseError);
    return this.repeatAfter(error.lastEffect, isProven);
  }

  /** Decides the same if the user accepts that this many sendings may each have an effect. */
  repeatByChoice(effect: Effect, most: number): boolean {
    const mayRepeat = effect !== 'made' && this.doubtful + 1 < most;
    if (mayRepeat) this.note(effect);
    return mayRepeat;
  }

  /** Tells the last failure of the request what was sent. */
  describe(error: PlatformError): void {
    error.sends = this.times;
    error.doubtfulBefore = this.doubtful;
    if (this.repetition === 'read') error.lastEffect = 'none';
  }

  private note(effect: Effect): void {
    if (mayHaveActed(effect)) this.doubtful++;
  }
}

/** Whether a request may have changed something. */
export function mayHaveActed(effect: Effect): boolean {
  return effect === 'unknown' || effect === 'made';
}
