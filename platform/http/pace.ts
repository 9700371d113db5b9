import { CancelledError, PlatformError } from '../common/errors/errors';
import { Cache } from '../common/time/cache';
import { whenAborted } from '../common/time/cancel';
import { clock, type Timer } from '../common/time/clock';

/** If a platform asks for a longer pause, the request fails instead of waiting. */
export const MAX_PAUSE_MS = 60_000;
/** An address that accepts nothing for this long, or a request that is throttled for this long, is given up. */
export const MAX_THROTTLED_MS = 5 * 60_000;
/** Limits the pause after a throttled request if the response asks for none. */
const MAX_BACKOFF_MS = 10_000;
/** After 503 without Retry-After this many times in a row, with nothing accepted in between, the address is down. */
const THROTTLED_WHEN_DOWN = 4;
/** The limit of an address is forgotten this long after the last throttled request. */
const KEPT_MS = 10 * 60_000;

/** At a new address, this many requests that are sent once may be in flight. Each accepted one raises the limit by one. */
const FIRST_WINDOW = 4;
const MAX_WINDOW = 124;
/** A shorter interval does not slow anything down. */
const SHORTEST_INTERVAL_MS = 0.2;
/** Timers fire late, so a request that is due may be sent together with the next one. */
const CAUGHT_UP_MS = 15;

/** The limit is probed more carefully after a throttled start, whose outcome is unknown, than after a request that is sent again. */
const CHEAP = { firstIntervalMs: 250, slack: 1.05, decay: 0.985 };
const COSTLY = { firstIntervalMs: 500, slack: 1.25, decay: 0.996 };
/** After this long without a request although one could have been sent, the time counts as quiet. */
const QUIET_MS = 250;
/** Until requests are throttled a second time, the limit is unknown, and the interval shrinks faster. */
const SEARCH_DECAY = 0.8;

interface TurnRequest {
  /** True if it must not be made twice, such as a start. */
  isSentOnce?: boolean;
  signal?: AbortSignal;
}

/** A request in flight. It ends with `accepted`, `throttled` or `failed`, exactly once. */
export interface Turn {
  readonly sentAtMs: number;
  readonly isSentOnce: boolean;
}

interface Waiting {
  readonly number: number;
  proceed(): void;
  reject(error: Error): void;
}

/**
 * Limits the rate of all requests of this process to an address. Until a request is throttled, only those that are sent once are
 * held back, by a window that doubles with each round. A throttled request sets an interval between requests, from the number
 * accepted since the last throttled one; each accepted request shortens it. If several requests that were sent together are
 * throttled, only the first one counts.
 */
export class Pace {
  /** 0 if there is no limit. */
  private intervalMs = 0;
  /** The interval after the last throttled request. */
  private learnedMs = 0;
  /** The time without anything to send since the last throttled request. */
  private quietMs = 0;
  private sentAtMs = -Infinity;
  private isMeasured = false;
  private care = CHEAP;
  private dueMs = 0;
  /** Maximum number of requests in flight that are sent once. */
  private window = FIRST_WINDOW;
  private onceInFlight = 0;
  private onceSentAtMs = -Infinity;
  private throttledAtMs = -Infinity;
  private throttlingSinceMs: number | undefined;
  private acceptedSince = 0;
  private throttledInARow = 0;
  /** True if the address was given up and has accepted nothing since. Each request is then tried without waiting. */
  private isDown = false;
  private timer: Timer | undefined;
  private count = 0;
  private readonly waitingOnce = new Set<Waiting>();
  private readonly waitingOthers = new Set<Waiting>();

  constructor(private readonly host: string) {}

  /** Waits for a turn. @throws CancelledError; NoTurnError if the address is given up */
  async enter({ signal, isSentOnce = false }: TurnRequest): Promise<Turn> {
    if (clock.now() - this.throttledAtMs > KEPT_MS) this.intervalMs = 0;
    const queue = isSentOnce ? this.waitingOnce : this.waitingOthers;
    if (queue.size === 0 && this.isOpen(isSentOnce)) {
      const unusedMs = clock.now() - Math.max(this.sentAtMs, this.dueMs);
      if (this.waitingOthers.size + this.waitingOnce.size === 0 && unusedMs > QUIET_MS)
        this.quietMs += unusedMs;
      return this.send(isSentOnce);
    }
    return await new Promise<Turn>((resolve, reject) => {
      const leave = () => {
        queue.delete(waiting);
        forgetCancel?.();
      };
      const waiting: Waiting = {
        number: this.count++,
        proceed: () => {
          leave();
          resolve(this.send(isSentOnce));
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
          this.release();
        });
      queue.add(waiting);
      this.release();
    });
  }

  accepted(turn: Turn): void {
    if (turn.sentAtMs >= this.throttledAtMs) {
      this.acceptedSince++;
      this.throttledInARow = 0;
      this.throttlingSinceMs = undefined;
      this.isDown = false;
      if (turn.isSentOnce && this.window < MAX_WINDOW) this.window++;
      this.intervalMs *= this.isMeasured ? this.care.decay : SEARCH_DECAY;
      if (this.intervalMs < SHORTEST_INTERVAL_MS) this.intervalMs = 0;
    }
    this.end(turn);
  }

  /** The request failed for another reason than a limit. */
  failed(turn: Turn): void {
    this.end(turn);
  }

  /** @returns whether the address is given up */
  throttled(turn: Turn, status: number, retryAfterMs?: number): boolean {
    const now = clock.now();
    const isTooMany = status === 429;
    // A 503 without Retry-After may mean that the address is down.
    const isBusy = !isTooMany && retryAfterMs === undefined;
    if (isBusy && this.isDown && !turn.isSentOnce) {
      this.end(turn);
      return true;
    }
    if ((retryAfterMs ?? 0) <= MAX_PAUSE_MS) {
      if (turn.sentAtMs >= this.throttledAtMs) this.learn(now, isTooMany);
      this.pause(retryAfterMs ?? 0, now);
    }
    this.end(turn);
    const isTooLong = now - (this.throttlingSinceMs ?? now) > MAX_THROTTLED_MS;
    this.isDown = isBusy && this.throttledInARow >= THROTTLED_WHEN_DOWN;
    if (isTooLong || this.isDown) this.giveUp(status);
    return isTooLong || this.isDown;
  }

  private learn(now: number, hadNoEffect: boolean): void {
    const isCostly = !hadNoEffect && now - this.onceSentAtMs < MAX_PAUSE_MS;
    this.care = isCostly ? COSTLY : CHEAP;
    const { firstIntervalMs, slack } = this.care;
    const sinceMs = now - this.throttledAtMs;
    // Requests that were accepted while there was little to send do not show the limit.
    if (sinceMs > KEPT_MS || this.quietMs > sinceMs / 2) {
      this.isMeasured = false;
      this.intervalMs = Math.max(this.intervalMs, firstIntervalMs);
    } else if (this.acceptedSince > 0) {
      this.isMeasured = true;
      const measuredMs = ((sinceMs - this.quietMs) / this.acceptedSince) * slack;
      this.intervalMs = Math.min(measuredMs, 2 * this.learnedMs, 2 * MAX_BACKOFF_MS);
    } else if (this.intervalMs === 0) this.intervalMs = firstIntervalMs;
    this.learnedMs = this.intervalMs;
    this.quietMs = 0;
    this.window = isCostly ? 1 : Math.min(this.window, FIRST_WINDOW);
    this.throttledAtMs = now;
    this.throttlingSinceMs ??= now;
    this.acceptedSince = 0;
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
    const error = () => new NoTurnError(this.host, status);
    for (const waiting of [...this.waitingOthers, ...this.waitingOnce]) waiting.reject(error());
  }

  private isOpen(isSentOnce: boolean): boolean {
    return clock.now() >= this.dueMs && (!isSentOnce || this.onceInFlight < this.window);
  }

  private send(isSentOnce: boolean): Turn {
    const now = clock.now();
    this.sentAtMs = now;
    if (this.intervalMs > 0)
      this.dueMs = Math.max(this.dueMs, now - CAUGHT_UP_MS) + this.intervalMs;
    if (isSentOnce) {
      this.onceInFlight++;
      this.onceSentAtMs = now;
    }
    return { sentAtMs: now, isSentOnce };
  }

  private end({ isSentOnce }: Turn): void {
    if (isSentOnce) this.onceInFlight--;
    this.release();
  }

  /** Sends the requests that are due, and sets a timer for the next one. */
  private release(): void {
    this.timer?.stop();
    for (let next = this.next(); next; next = this.next()) {
      const leftMs = this.dueMs - clock.now();
      if (leftMs > 0) {
        this.timer = clock.after(leftMs, () => this.release());
        return;
      }
      next.proceed();
    }
  }

  /** First come, first served, but requests that are sent once also wait for their window. */
  private next(): Waiting | undefined {
    const [once] = this.onceInFlight < this.window ? this.waitingOnce : [];
    const [other] = this.waitingOthers;
    return once && other ? (once.number < other.number ? once : other) : (once ?? other);
  }
}

const paces = new Cache<string, Pace>({ size: 1_000 });

export function paceFor({ origin, host }: URL): Pace {
  return paces.getOrSet(origin, () => new Pace(host));
}

/** The request was never sent, because the address refuses everything. */
export class NoTurnError extends PlatformError {
  constructor(host: string, status: number) {
    super(`${host} accepts no requests: it returned HTTP ${status} for all previous requests`, {
      hint: 'This request was not sent. The platform, or a gateway in front of it, is overloaded or down, or allows very few requests. Try again later.',
      status,
    });
  }
}
