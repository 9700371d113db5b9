import { CancelledError, PlatformError } from '../errors/errors';
import { Cache } from '../time/cache';
import { whenAborted } from '../time/cancel';
import { clock, type Timer } from '../time/clock';

/** A platform that asks for a longer pause than this is reported instead of waited for. */
export const MAX_PAUSE_MS = 60_000;
/** An address that accepts nothing for this long, or a request that is throttled for this long, is given up. */
export const MAX_THROTTLED_MS = 5 * 60_000;
/** The longest pause after a throttled request that asks for none. */
const MAX_BACKOFF_MS = 10_000;
/** After 503 without Retry-After this many times in a row, with nothing accepted in between, the address is down. */
const THROTTLED_WHEN_DOWN = 4;
/** The limit of an address is forgotten this long after the last throttled request. */
const KEPT_MS = 10 * 60_000;

/** At a new address, this many starts are sent at once; each accepted one makes room for one more. */
const FIRST_STARTS = 4;
const ENOUGH_STARTS = 124;
/** Intervals shorter than this hold nothing back. */
const SHORTEST_INTERVAL_MS = 0.2;
/** Timers are late: a request that is due may be sent together with the one after it. */
const CAUGHT_UP_MS = 15;

/** How a limit is probed: a throttled start whose outcome is unknown costs more than a request that is simply sent again. */
const CHEAP = { firstIntervalMs: 250, slack: 1.05, decay: 0.985 };
const COSTLY = { firstIntervalMs: 500, slack: 1.25, decay: 0.996 };
/** After a pause as long as this, in which a request could have been sent, there was nothing to send. */
const QUIET_MS = 250;
/** Until the limit was met a second time, nothing is known about it. */
const SEARCH_DECAY = 0.8;

interface TurnRequest {
  /** Whether it must be sent only once. */
  isStart?: boolean;
  signal?: AbortSignal;
}

interface ThrottleDetails {
  status: number;
  retryAfterMs: number | undefined;
  /** Whether it proves that nothing was done. */
  hadNoEffect: boolean;
  /** Whether the address may be down: it did not say that there were too many requests. */
  isBusy: boolean;
}

/** A request in flight. It ends with `accepted`, `throttled` or `failed`, exactly once. */
export interface Turn {
  readonly sentAtMs: number;
  readonly isStart: boolean;
}

interface Waiting {
  readonly number: number;
  proceed(): void;
  reject(error: Error): void;
}

/**
 * The pace of all requests of this process to an address. Until a request is throttled, only starts are held back, by a window
 * that doubles with each round. A throttled request sets an interval between requests, from what was accepted since the last
 * one; each accepted request shortens it. Of requests that were sent together, only the first throttled one counts.
 */
export class Pace {
  /** 0: there is no limit. */
  private intervalMs = 0;
  /** The interval after the last throttled request. */
  private learnedMs = 0;
  /** How long there was nothing to send since the last throttled request. */
  private quietMs = 0;
  private sentAtMs = -Infinity;
  private isMeasured = false;
  private care = CHEAP;
  private dueMs = 0;
  private startWindow = FIRST_STARTS;
  private startsInFlight = 0;
  private startedAtMs = -Infinity;
  private throttledAtMs = -Infinity;
  private throttlingSinceMs: number | undefined;
  private acceptedSince = 0;
  private throttledInARow = 0;
  /** It was given up, and has accepted nothing since: each request is tried, and none waits. */
  private isDown = false;
  private timer: Timer | undefined;
  private count = 0;
  private readonly reads = new Set<Waiting>();
  private readonly starts = new Set<Waiting>();

  constructor(private readonly host: string) {}

  /** Waits for a turn. @throws CancelledError; NoTurnError if the address is given up */
  async enter({ signal, isStart = false }: TurnRequest): Promise<Turn> {
    if (clock.now() - this.throttledAtMs > KEPT_MS) this.intervalMs = 0;
    const queue = isStart ? this.starts : this.reads;
    if (queue.size === 0 && this.isOpen(isStart)) {
      const unusedMs = clock.now() - Math.max(this.sentAtMs, this.dueMs);
      if (this.reads.size + this.starts.size === 0 && unusedMs > QUIET_MS) this.quietMs += unusedMs;
      return this.send(isStart);
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
          resolve(this.send(isStart));
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

  /** The response did not throttle the request. */
  accepted(turn: Turn): void {
    if (turn.sentAtMs >= this.throttledAtMs) {
      this.acceptedSince++;
      this.throttledInARow = 0;
      this.throttlingSinceMs = undefined;
      this.isDown = false;
      if (turn.isStart && this.startWindow < ENOUGH_STARTS) this.startWindow++;
      this.intervalMs *= this.isMeasured ? this.care.decay : SEARCH_DECAY;
      if (this.intervalMs < SHORTEST_INTERVAL_MS) this.intervalMs = 0;
    }
    this.end(turn);
  }

  /** The request failed for another reason than a limit. */
  failed(turn: Turn): void {
    this.end(turn);
  }

  /** There were too many requests, or the address is overloaded. @returns whether the address is given up */
  throttled(
    turn: Turn,
    { status, retryAfterMs = 0, hadNoEffect, isBusy }: ThrottleDetails,
  ): boolean {
    const now = clock.now();
    if (isBusy && this.isDown && !turn.isStart) {
      this.end(turn);
      return true;
    }
    if (retryAfterMs <= MAX_PAUSE_MS) {
      if (turn.sentAtMs >= this.throttledAtMs) this.learn(now, hadNoEffect);
      this.pause(retryAfterMs, now);
    }
    this.end(turn);
    const isTooLong = now - (this.throttlingSinceMs ?? now) > MAX_THROTTLED_MS;
    this.isDown = isBusy && this.throttledInARow >= THROTTLED_WHEN_DOWN;
    if (isTooLong || this.isDown) this.giveUp(status);
    return isTooLong || this.isDown;
  }

  private learn(now: number, hadNoEffect: boolean): void {
    const isCostly = !hadNoEffect && now - this.startedAtMs < MAX_PAUSE_MS;
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
    this.startWindow = isCostly ? 1 : Math.min(this.startWindow, FIRST_STARTS);
    this.throttledAtMs = now;
    this.throttlingSinceMs ??= now;
    this.acceptedSince = 0;
    this.pause(Math.min(this.intervalMs * 2 ** this.throttledInARow, MAX_BACKOFF_MS), now);
    this.throttledInARow++;
  }

  private pause(ms: number, now: number): void {
    this.dueMs = Math.max(this.dueMs, now + ms);
  }

  /** Rejects all waiting requests, which would wait in vain. Later requests try again. */
  private giveUp(status: number): void {
    this.timer?.stop();
    this.dueMs = this.intervalMs = this.throttledInARow = 0;
    this.throttlingSinceMs = undefined;
    const error = () => new NoTurnError(this.host, status);
    for (const waiting of [...this.reads, ...this.starts]) waiting.reject(error());
  }

  private isOpen(isStart: boolean): boolean {
    return clock.now() >= this.dueMs && (!isStart || this.startsInFlight < this.startWindow);
  }

  private send(isStart: boolean): Turn {
    const now = clock.now();
    this.sentAtMs = now;
    if (this.intervalMs > 0)
      this.dueMs = Math.max(this.dueMs, now - CAUGHT_UP_MS) + this.intervalMs;
    if (isStart) {
      this.startsInFlight++;
      this.startedAtMs = now;
    }
    return { sentAtMs: now, isStart };
  }

  private end({ isStart }: Turn): void {
    if (isStart) this.startsInFlight--;
    this.release();
  }

  /** Sends what may be sent, and sets a timer where only time is in the way. */
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

  /** First come, first served; starts wait for room in their window as well. */
  private next(): Waiting | undefined {
    const [read] = this.reads;
    const [start] = this.startsInFlight < this.startWindow ? this.starts : [];
    return read && start ? (read.number < start.number ? read : start) : (read ?? start);
  }
}

const paces = new Cache<string, Pace>({ size: 1_000 });

export function paceOf({ origin, host }: URL): Pace {
  return paces.getOrSet(origin, () => new Pace(host));
}

/** For a request that was never sent, because the address refuses everything. */
export class NoTurnError extends PlatformError {
  constructor(host: string, status: number) {
    super(`${host} accepts no requests: it returned HTTP ${status} for all previous requests`, {
      hint: 'This request was not sent. The platform, or a gateway in front of it, is overloaded or down, or allows very few requests. Try again later.',
      status,
    });
  }
}
