import { CancelledError, PlatformError } from '../common/errors/errors';
import { Cache } from '../common/time/cache';
import { whenAborted } from '../common/time/cancel';
import { clock, type Timer } from '../common/time/clock';

/** If a response requests a longer pause, the request fails instead of waiting. */
export const MAX_PAUSE_MS = 60_000;
/** An address that accepts nothing for this long is given up. See also `MIN_THROTTLED_SENDS`. */
export const MAX_THROTTLED_MS = 5 * 60_000;
/** Limits the pause that doubles with each throttled request. */
const MAX_BACKOFF_MS = 10_000;
/** If an address throttles this many requests in a row, a 503 without Retry-After means that it is down. */
const THROTTLED_WHEN_DOWN = 4;
/** The limit of an address is forgotten this long after the last throttled request. */
const LIMIT_KEPT_MS = 10 * 60_000;

/** At a new address, this many requests that must not be made twice may be in flight. Each accepted one raises the number by one. */
const FIRST_WINDOW = 4;
/** At most this many such requests may be in flight, however many the address has accepted. */
const MAX_WINDOW = 124;
/** A shorter interval counts as no limit. */
const MIN_INTERVAL_MS = 0.2;
/** Timers fire late. The next request makes up for a delay of up to this long. */
const MAX_CATCH_UP_MS = 15;

/** Controls how quickly `Pace` raises the rate after a throttled request. */
interface Probing {
  /** The interval between requests at first, before the limit is measured. */
  firstIntervalMs: number;
  /** The measured interval is multiplied by this. */
  slack: number;
  /** Each accepted request multiplies a measured interval by this. */
  decay: number;
}

const RECENT_UNREPEATABLE_MS = 60_000;
/** After a 429, probing is always quick, because the request had no effect. */
const QUICK_PROBING: Probing = { firstIntervalMs: 250, slack: 1.05, decay: 0.985 };
/** Used after a 503 if a request that must not be made twice was sent within `RECENT_UNREPEATABLE_MS`: a 503 makes its outcome unknown. */
const CAREFUL_PROBING: Probing = { firstIntervalMs: 500, slack: 1.25, decay: 0.996 };
/** If no request is sent for this long although the limit allows one, the time counts as quiet. */
const QUIET_MS = 250;
/** Until the limit is measured, each accepted request multiplies the interval by this. */
const SEARCH_DECAY = 0.8;

interface TurnOptions {
  /** True for a request that must not be made twice, such as a start. */
  isUnrepeatable?: boolean;
  signal?: AbortSignal;
}

/** A request in flight. Its sender calls exactly one of `reportAccepted`, `reportThrottled` and `reportFailed` at the end. */
export interface Turn {
  readonly sentAtMs: number;
  readonly isUnrepeatable: boolean;
}

interface WaitingRequest {
  /** Smaller for a request that has waited longer. */
  readonly position: number;
  proceed(): void;
  reject(error: Error): void;
}

/**
 * Limits the rate of all requests of this process to an address. Until a request is throttled, only requests that must not be
 * made twice are limited: the window for them grows with each accepted one. A throttled request sets an interval between requests:
 * the time since the last throttled request, divided by the number of requests accepted in that time, or at first a guess. Each
 * accepted request shortens the interval. If several requests that were sent together are throttled, only the first one counts.
 */
export class Pace {
  /** 0 if there is no limit. */
  private intervalMs = 0;
  /** The interval that the last throttled request set. */
  private learnedIntervalMs = 0;
  /** How long in total there was nothing to send since the last throttled request. */
  private quietMs = 0;
  private lastSentAtMs = -Infinity;
  /** False if `intervalMs` is only a first guess. */
  private isMeasured = false;
  private probing = QUICK_PROBING;
  /** When the next request may be sent. */
  private dueMs = 0;
  /** Maximum number of requests in flight that must not be made twice. */
  private window = FIRST_WINDOW;
  private unrepeatableInFlight = 0;
  private lastUnrepeatableAtMs = -Infinity;
  private lastThrottledAtMs = -Infinity;
  /** The time of the first throttled request since the last accepted one, or since the address was given up. */
  private throttlingSinceMs: number | undefined;
  /** Number of requests accepted since the last throttled one. */
  private acceptedSinceThrottled = 0;
  private throttledInARow = 0;
  /**
   * True after the address was given up because of 503 responses without Retry-After. A request that gets another such response
   * then fails at once. An accepted request, any other throttled response, or a throttled request that must not be made twice sets
   * it to false.
   */
  private isDown = false;
  private timer: Timer | undefined;
  private nextPosition = 0;
  private readonly waitingUnrepeatable = new Set<WaitingRequest>();
  private readonly waitingOthers = new Set<WaitingRequest>();

  constructor(private readonly host: string) {}

  /** Waits until the request may be sent. @throws CancelledError; NoTurnError if the address is given up */
  async waitForTurn({ signal, isUnrepeatable = false }: TurnOptions): Promise<Turn> {
    if (clock.now() - this.lastThrottledAtMs > LIMIT_KEPT_MS) this.intervalMs = 0;
    const queue = isUnrepeatable ? this.waitingUnrepeatable : this.waitingOthers;
    if (queue.size === 0 && this.canSend(isUnrepeatable)) {
      const unusedMs = clock.now() - Math.max(this.lastSentAtMs, this.dueMs);
      if (this.waitingOthers.size + this.waitingUnrepeatable.size === 0 && unusedMs > QUIET_MS)
        this.quietMs += unusedMs;
      return this.beginTurn(isUnrepeatable);
    }
    return await new Promise<Turn>((resolve, reject) => {
      const leave = () => {
        queue.delete(waiting);
        forgetCancel?.();
      };
      const waiting: WaitingRequest = {
        position: this.nextPosition++,
        proceed: () => {
          leave();
          resolve(this.beginTurn(isUnrepeatable));
        },
        reject: (error) => {
          leave();
          reject(error);
        },
      };
      const forgetCancel =
        signal &&
        whenAborted(signal, () => {
          waiting.reject(new CancelledError('none'));
          this.beginDueTurns();
        });
      queue.add(waiting);
      this.beginDueTurns();
    });
  }

  reportAccepted(turn: Turn): void {
    if (turn.sentAtMs >= this.lastThrottledAtMs) {
      this.acceptedSinceThrottled++;
      this.throttledInARow = 0;
      this.throttlingSinceMs = undefined;
      this.isDown = false;
      if (turn.isUnrepeatable && this.window < MAX_WINDOW) this.window++;
      this.intervalMs *= this.isMeasured ? this.probing.decay : SEARCH_DECAY;
      if (this.intervalMs < MIN_INTERVAL_MS) this.intervalMs = 0;
    }
    this.endTurn(turn);
  }

  /** Ends a request that failed for another reason than a limit. */
  reportFailed(turn: Turn): void {
    this.endTurn(turn);
  }

  /** @returns true if the address is given up */
  reportThrottled(turn: Turn, status: number, retryAfterMs?: number): boolean {
    const now = clock.now();
    const isTooManyRequests = status === 429;
    // A 503 without Retry-After comes from a rate limit, or from an address that is down.
    const mayBeDown = !isTooManyRequests && retryAfterMs === undefined;
    // No other request waits for the end of this turn, because it is not one of those that the window limits.
    if (mayBeDown && this.isDown && !turn.isUnrepeatable) return true;
    if ((retryAfterMs ?? 0) <= MAX_PAUSE_MS) {
      if (turn.sentAtMs >= this.lastThrottledAtMs) this.learnLimit(now, isTooManyRequests);
      this.pause(retryAfterMs ?? 0, now);
    }
    this.endTurn(turn);
    const isThrottledTooLong = now - (this.throttlingSinceMs ?? now) > MAX_THROTTLED_MS;
    this.isDown = mayBeDown && this.throttledInARow >= THROTTLED_WHEN_DOWN;
    if (isThrottledTooLong || this.isDown) this.giveUp(status);
    return isThrottledTooLong || this.isDown;
  }

  private learnLimit(now: number, hadNoEffect: boolean): void {
    const isCareful = !hadNoEffect && now - this.lastUnrepeatableAtMs < RECENT_UNREPEATABLE_MS;
    this.probing = isCareful ? CAREFUL_PROBING : QUICK_PROBING;
    const { firstIntervalMs, slack } = this.probing;
    const sinceMs = now - this.lastThrottledAtMs;
    // If there was little to send, the number of accepted requests does not show the limit.
    if (sinceMs > LIMIT_KEPT_MS || this.quietMs > sinceMs / 2) {
      this.isMeasured = false;
      this.intervalMs = Math.max(this.intervalMs, firstIntervalMs);
    } else if (this.acceptedSinceThrottled > 0) {
      this.isMeasured = true;
      const measuredMs = ((sinceMs - this.quietMs) / this.acceptedSinceThrottled) * slack;
      this.intervalMs = Math.min(measuredMs, 2 * this.learnedIntervalMs, 2 * MAX_BACKOFF_MS);
    } else if (this.intervalMs === 0) this.intervalMs = firstIntervalMs;
    this.learnedIntervalMs = this.intervalMs;
    this.quietMs = 0;
    this.window = isCareful ? 1 : Math.min(this.window, FIRST_WINDOW);
    this.lastThrottledAtMs = now;
    this.throttlingSinceMs ??= now;
    this.acceptedSinceThrottled = 0;
    this.pause(Math.min(this.intervalMs * 2 ** this.throttledInARow, MAX_BACKOFF_MS), now);
    this.throttledInARow++;
  }

  private pause(ms: number, now: number): void {
    this.dueMs = Math.max(this.dueMs, now + ms);
  }

  /** Rejects all waiting requests. Later requests try again. */
  private giveUp(status: number): void {
    this.timer?.stop();
    this.dueMs = this.intervalMs = this.throttledInARow = 0;
    this.throttlingSinceMs = undefined;
    for (const waiting of [...this.waitingOthers, ...this.waitingUnrepeatable])
      waiting.reject(new NoTurnError(this.host, status));
  }

  private canSend(isUnrepeatable: boolean): boolean {
    return (
      clock.now() >= this.dueMs && (!isUnrepeatable || this.unrepeatableInFlight < this.window)
    );
  }

  private beginTurn(isUnrepeatable: boolean): Turn {
    const now = clock.now();
    this.lastSentAtMs = now;
    if (this.intervalMs > 0)
      this.dueMs = Math.max(this.dueMs, now - MAX_CATCH_UP_MS) + this.intervalMs;
    if (isUnrepeatable) {
      this.unrepeatableInFlight++;
      this.lastUnrepeatableAtMs = now;
    }
    return { sentAtMs: now, isUnrepeatable };
  }

  private endTurn({ isUnrepeatable }: Turn): void {
    if (isUnrepeatable) this.unrepeatableInFlight--;
    this.beginDueTurns();
  }

  /** Begins the turns of the requests that are due, and sets a timer for the next one. */
  private beginDueTurns(): void {
    this.timer?.stop();
    for (let next = this.findNext(); next; next = this.findNext()) {
      const leftMs = this.dueMs - clock.now();
      if (leftMs > 0) {
        this.timer = clock.after(leftMs, () => this.beginDueTurns());
        return;
      }
      next.proceed();
    }
  }

  /** Returns the request that has waited longest. Requests that must not be made twice also wait for their window. */
  private findNext(): WaitingRequest | undefined {
    const [unrepeatable] = this.unrepeatableInFlight < this.window ? this.waitingUnrepeatable : [];
    const [other] = this.waitingOthers;
    if (!unrepeatable || !other) return unrepeatable ?? other;
    return unrepeatable.position < other.position ? unrepeatable : other;
  }
}

const paces = new Cache<string, Pace>({ size: 1_000 });

export function getPace({ origin, host }: URL): Pace {
  return paces.getOrSet(origin, () => new Pace(host));
}

/** The request got no turn, because the address refuses all requests. */
export class NoTurnError extends PlatformError {
  constructor(host: string, status: number) {
    super(`${host} accepts no requests at the moment: it last returned HTTP ${status}`, {
      hint: 'This request was not sent. The platform, or a gateway in front of it, is overloaded or down, or allows very few requests. Try again later.',
      status,
    });
  }
}
