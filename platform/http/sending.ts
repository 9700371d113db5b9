import type { Effect, PlatformError } from '../errors/errors';

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

  /** Decides whether it is sent again after a sending that had this effect. */
  repeatAfter(effect: Effect): boolean {
    const mayRepeat = {
      read: true,
      idempotent: effect !== 'made',
      once: effect === 'none',
    }[this.repetition];
    return mayRepeat && this.countDoubtful(effect);
  }

  /** Decides the same where the user accepts that this many sendings may each have an effect. */
  repeatByChoice(effect: Effect, most: number): boolean {
    return effect !== 'made' && this.doubtful + 1 < most && this.countDoubtful(effect);
  }

  /** Tells an error what was sent: of its request, it is the last failure so far. */
  describe(error: PlatformError): void {
    error.sends = this.times;
    error.doubtfulBefore = this.doubtful;
  }

  private countDoubtful(effect: Effect): true {
    if (this.repetition !== 'read' && mayHaveActed(effect)) this.doubtful++;
    return true;
  }
}

/** Whether a request may have changed something. */
export function mayHaveActed(effect: Effect): boolean {
  return effect === 'unknown' || effect === 'made';
}
