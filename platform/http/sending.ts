import { GraphqlResponseError, type Effect, type PlatformError } from '../common/errors/errors';
import { MAX_PAUSE_MS, MAX_THROTTLED_MS, NoTurnError } from './pace';
import { clock } from '../common/time/clock';
import { getSilenceLimitMs } from './limits';

/**
 * Says whether a request may be repeated. A `read` changes nothing. An `idempotent` change, such as a delete, a stop or an upload,
 * has the same result if it is made twice. A change that is made `once`, such as a start or a creation, must not be made twice.
 */
export type Repetition = 'read' | 'idempotent' | 'once';

export const MAX_ATTEMPTS = 4;
/** Maximum number of attempts if the last one took at least `SLOW_ATTEMPT_MS`. */
export const MAX_SLOW_ATTEMPTS = 2;
export const SLOW_ATTEMPT_MS = 10_000;
/** Limits 503 responses without Retry-After, because the address may be down. */
const MAX_SENDS_IF_MAYBE_DOWN = 8;
/**
 * After `MAX_THROTTLED_MS`, a request is given up only if it was throttled this many times: if many requests wait, much time passes
 * between the sends of each.
 */
const MIN_THROTTLED_SENDS = 8;
const MEAN_FIRST_DELAY_MS = 250;

/**
 * Decides whether a request is sent again, and counts its sends. A GraphQL document that was rebuilt because the schema changed is
 * a new request. So is each part of a request that was split.
 */
export class Sending {
  /** Number of sends. `IncomingResponse` counts one when a connection takes the request, whatever the outcome. */
  sends = 0;
  /** Number of sends before the current one that may have had an effect. */
  private doubtfulSends = 0;
  /** Number of failures since `beginTry`, without throttled ones. */
  private failures = 0;
  private throttledSends = 0;
  private throttledSinceMs = 0;
  private lastFailure: PlatformError | undefined;

  constructor(
    readonly repetition: Repetition,
    /** Maximum number of throttled sends, for a request that can be split. */
    private readonly maxThrottled = Infinity,
  ) {}

  /** Resets what was counted in an earlier call of `withRetries`, except the sends. */
  beginTry(): void {
    this.failures = this.throttledSends = 0;
    this.lastFailure = undefined;
  }

  /**
   * Decides whether the request is sent again after a failure.
   * @returns the time to wait first; undefined if the request is not sent again
   */
  decidePauseMs(error: PlatformError, tookMs: number): number | undefined {
    if (!(error instanceof NoTurnError)) this.lastFailure = error;
    if (!error.isTemporary || error.isPrerequisiteFailure) return undefined;
    const pauseMs = error.rateLimit ? this.pauseIfThrottled(error) : this.backOff(error, tookMs);
    if (pauseMs === undefined) return undefined;
    // If a GraphQL error says that nothing was changed, that is only a claim of the platform.
    const isProven = error.rateLimit?.hadNoEffect ?? !(error instanceof GraphqlResponseError);
    return this.allowRepeat(error.effectOfLastSend, isProven) ? pauseMs : undefined;
  }

  /**
   * Decides whether the request is sent again after a send with this effect. If so, and if that send may have had an effect, counts
   * it in `doubtfulSends`. Reads are not counted.
   * @param isProven false if the effect `none` is only a claim of the platform
   */
  allowRepeat(effect: Effect, isProven = true): boolean {
    if (this.repetition === 'read') return true;
    const isAllowed =
      this.repetition === 'idempotent' ? effect !== 'made' : effect === 'none' && isProven;
    if (isAllowed) this.countIfDoubtful(effect);
    return isAllowed;
  }

  /** Like `allowRepeat`, if the user accepts that up to `maxDoubtfulSends` sends may have an effect. */
  allowDoubtfulRepeat(effect: Effect, maxDoubtfulSends: number): boolean {
    const isAllowed = effect !== 'made' && this.doubtfulSends + 1 < maxDoubtfulSends;
    if (isAllowed) this.countIfDoubtful(effect);
    return isAllowed;
  }

  /** Returns the failure to report, and adds the number of sends to it. */
  addCounts(failure: PlatformError): PlatformError {
    // If the retry got no turn, the failure of the last send says more.
    const error = failure instanceof NoTurnError ? (this.lastFailure ?? failure) : failure;
    error.sends = this.sends;
    error.earlierDoubtfulSends = this.doubtfulSends;
    if (this.repetition === 'read') error.effectOfLastSend = 'none';
    return error;
  }

  /** Returns 0, because `Pace` makes the request wait, or undefined if the request is given up. */
  private pauseIfThrottled({ rateLimit, retryAfterMs }: PlatformError): 0 | undefined {
    if (this.throttledSends++ === 0) this.throttledSinceMs = clock.now();
    if (!rateLimit || rateLimit.isGivenUp || (retryAfterMs ?? 0) > MAX_PAUSE_MS) return undefined;
    if (rateLimit.isTooManyRequests && this.throttledSends >= this.maxThrottled) return undefined;
    const mayBeDown = !rateLimit.isTooManyRequests && !retryAfterMs;
    if (mayBeDown && this.throttledSends >= MAX_SENDS_IF_MAYBE_DOWN) return undefined;
    const isThrottledTooLong = clock.now() - this.throttledSinceMs > MAX_THROTTLED_MS;
    return this.throttledSends >= MIN_THROTTLED_SENDS && isThrottledTooLong ? undefined : 0;
  }

  /** Returns a pause in milliseconds (exponential backoff with full jitter); undefined if the request is given up. */
  private backOff({ retryAfterMs = 0 }: PlatformError, tookMs: number): number | undefined {
    const isSlow = tookMs >= Math.min(SLOW_ATTEMPT_MS, getSilenceLimitMs());
    if (++this.failures >= (isSlow ? MAX_SLOW_ATTEMPTS : MAX_ATTEMPTS)) return undefined;
    const backoffMs = Math.random() * MEAN_FIRST_DELAY_MS * 2 ** this.failures;
    const pauseMs = Math.max(backoffMs, retryAfterMs);
    return pauseMs > MAX_PAUSE_MS ? undefined : pauseMs;
  }

  private countIfDoubtful(effect: Effect): void {
    if (effect !== 'none') this.doubtfulSends++;
  }
}
