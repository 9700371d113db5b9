import { whenAborted } from '../time/cancel';
import { clock, type Timer } from '../time/clock';
import { CancelledError } from '../errors/errors';
import {
  KEPT_MS,
  MAX_BACKOFF_MS,
  MAX_PAUSE_MS,
  MAX_REFUSAL_MS,
  REFUSALS_OF_ONE_AWAY,
} from './limits';
import { NoTurnError, TurnQueue, type WaitingRequest } from './turnQueue';

/** At an address that is new, so many starts go at once; twice as many with each round that is accepted. */
const FIRST_STARTS = 4;
const ENOUGH_STARTS = 124;
/** At such a rate, in requests a second, and so many at once, nothing is held back. */
const UNLIMITED_RATE = 5_000;
const UNLIMITED_WINDOW = 256;
const CAUGHT_UP_MS = 15;

/** How carefully a limit is probed, by what a refusal costs: a request, or a start whose outcome is unknown. */
const CHEAP = { firstMs: 250, share: 0.95, window: 0.75, gain: 0.04, gainDoublesMs: 2_500 };
const UNKNOWN = { firstMs: 500, share: 0.8, window: 0.5, gain: 0.015, gainDoublesMs: 20_000 };

export interface TurnRequest {
  /** Whether it may be sent once only. */
  isStart?: boolean;
  signal?: AbortSignal;
}

export interface RefusalDetails {
  status: number;
  retryAfterMs: number | undefined;
  /** Whether it proves that nothing was done. */
  hadNoEffect: boolean;
  /** Whether it may be away: it did not say that there were too many. */
  isBusy: boolean;
}

/** A request under way. It ends exactly once: `accepted`, `refused` or `failed` of its pace. */
export interface Turn {
  readonly sentAtMs: number;
  /** How many were under way when it was sent, itself included. */
  readonly underWay: number;
  readonly isStart: boolean;
  /** Whether it was sent before there was a pace: it is counted nowhere. */
  readonly isUnpaced: boolean;
}

/**
 * One pace for all requests of this process to an address.
 *
 * A request enters, waits until three limits let it go, and ends once. Until the first refusal only starts are held back, by a
 * window that doubles. A refusal sets a rate (what was accepted since the refusal before) and a number at the same time, which
 * both grow again. Only the first refusal of those that left together counts, since the others say the same. If nothing is
 * accepted for too long, all who wait are rejected at once, and the pace is obsolete, as it is when no limit holds anything back.
 */
export class Pace {
  /** Requests a second; `Infinity` until the first refusal. */
  private base = Infinity;
  private isMeasured = false;
  private care = CHEAP;
  private window = Infinity;
  private startWindow = FIRST_STARTS;
  private underWay = 0;
  private startsUnderWay = 0;
  private startedAtMs = -Infinity;
  private busyMs = 0;
  private lastSentMs = 0;
  private dueMs = 0;
  private pausedUntilMs = 0;
  private refusedAtMs = -Infinity;
  private refusingSinceMs: number | undefined;
  private acceptedSince = 0;
  private inARow = 0;
  private timer: Timer | undefined;
  private readonly queue = new TurnQueue();
  private readonly acceptedCounts = new Map<string, number>();

  constructor(
    private readonly host: string,
    /** Called when no limit is left to keep to, or none helps. */
    private readonly onObsolete: (isAway: boolean) => void,
  ) {}

  /** How many requests to a service at this address were accepted so far. */
  acceptedBy(service: string): number {
    return this.acceptedCounts.get(service) ?? 0;
  }

  /** Whether it is for others than starts, too. */
  get isLimited(): boolean {
    return this.base !== Infinity;
  }

  /** Whether its starts were accepted so often that none needs a slow start any more. */
  get isProven(): boolean {
    return this.startWindow >= ENOUGH_STARTS;
  }

  /** Whether what was learned is too old to be kept to. */
  get isForgotten(): boolean {
    const isIdle = this.underWay === 0 && this.queue.size === 0;
    return this.isLimited && isIdle && clock.now() - this.refusedAtMs > KEPT_MS;
  }

  /** Waits for a turn. @throws CancelledError, or NoTurnError if the address is given up */
  async enter({ signal, isStart = false }: TurnRequest): Promise<Turn> {
    if (this.queue.size === 0 && this.isOpen(isStart)) return this.send(isStart);
    return await new Promise<Turn>((resolve, reject) => {
      const waiting: WaitingRequest = {
        owner: signal,
        isStart,
        proceed: () => {
          forget?.();
          resolve(this.send(isStart));
        },
        reject: (error) => {
          forget?.();
          reject(error);
        },
      };
      const forget =
        signal &&
        whenAborted(signal, () => {
          if (!this.queue.delete(waiting)) return;
          waiting.reject(new CancelledError('never'));
          this.release();
        });
      this.queue.add(waiting);
      this.release();
    });
  }

  /** A request that was sent before there was a pace. */
  unpacedTurn(sentAtMs: number): Turn {
    return { sentAtMs, isStart: false, isUnpaced: true, underWay: 0 };
  }

  /** The request got a response that does not refuse it. */
  accepted(turn: Turn, service = ''): void {
    if (this.isLimited) this.acceptedCounts.set(service, this.acceptedBy(service) + 1);
    if (turn.sentAtMs >= this.refusedAtMs) {
      this.inARow = 0;
      this.refusingSinceMs = undefined;
      this.acceptedSince++;
      if (turn.isStart && !this.isProven) this.startWindow++;
      if (turn.underWay >= this.window - 1) this.window += 1 / (8 * this.window);
    }
    this.end(turn);
  }

  /** The request failed, and it is not known why. */
  failed(turn: Turn): void {
    this.end(turn);
  }

  /** The request was refused because there were too many. */
  refused(turn: Turn, refused: RefusalDetails): void {
    const now = clock.now();
    const { retryAfterMs = 0, hadNoEffect, isBusy } = refused;
    if (retryAfterMs <= MAX_PAUSE_MS) {
      // Those sent before the last refusal say the same as it did.
      if (turn.sentAtMs >= this.refusedAtMs) this.learn(now, retryAfterMs, hadNoEffect, turn);
      else this.pause(retryAfterMs, now);
    }
    this.end(turn);
    const isTooLong = now - (this.refusingSinceMs ?? now) > MAX_REFUSAL_MS;
    if (!isTooLong && !(isBusy && this.inARow >= REFUSALS_OF_ONE_AWAY)) return;
    this.timer?.stop();
    this.onObsolete(!isTooLong);
    for (const waiting of this.queue.clear()) {
      waiting.reject(new NoTurnError(this.host, refused.status, !isTooLong));
    }
  }

  private learn(now: number, retryAfterMs: number, hadNoEffect: boolean, turn: Turn): void {
    const isUnknown = !hadNoEffect && now - this.startedAtMs < 60_000;
    this.care = isUnknown ? UNKNOWN : CHEAP;
    const { firstMs, share, window } = this.care;
    const elapsed = (now - this.refusedAtMs) / 1000;
    if (!this.isLimited) this.base = 1000 / firstMs;
    else if (this.acceptedSince > 0) {
      this.base = Math.max(0.05, (this.acceptedSince / elapsed) * share);
      this.isMeasured = true;
    }
    if (this.isMeasured) this.window = Math.max(1, Math.min(this.window, turn.underWay) * window);
    this.startWindow = isUnknown ? 1 : Math.min(this.startWindow, FIRST_STARTS);
    this.refusedAtMs = now;
    this.refusingSinceMs ??= now;
    this.acceptedSince = 0;
    this.inARow++;
    const interval = this.isMeasured ? 1000 / this.base : firstMs;
    this.pause(
      Math.max(Math.min(interval * 2 ** (this.inARow - 1), MAX_BACKOFF_MS), retryAfterMs),
      now,
    );
  }

  private pause(ms: number, now: number): void {
    if (ms === 0 || now + ms <= this.pausedUntilMs) return;
    this.pausedUntilMs = this.dueMs = this.lastSentMs = now + ms;
    this.busyMs = 0;
  }

  /** It doubles in `firstMs` until it is measured; then it rises slowly, and faster and faster where nothing is refused. */
  private get perSecond(): number {
    if (!this.isLimited) return Infinity;
    const { firstMs, gain, gainDoublesMs } = this.care;
    if (!this.isMeasured) return this.base * 2 ** Math.min(this.busyMs / firstMs, 50);
    const grown = (gainDoublesMs / 1000 / Math.LN2) * (2 ** (this.busyMs / gainDoublesMs) - 1);
    return this.base * Math.exp(Math.min(gain * grown, 50));
  }

  private isOpen(isStart: boolean, now = clock.now()): boolean {
    if (now < this.pausedUntilMs || this.underWay >= Math.max(1, Math.floor(this.window)))
      return false;
    if (now < this.dueMs && this.perSecond < UNLIMITED_RATE) return false;
    return !isStart || this.startsUnderWay < this.startWindow;
  }

  private send(isStart: boolean): Turn {
    const now = clock.now();
    if (this.isLimited) {
      // Time in which no request was waiting says nothing of the limit.
      this.busyMs += Math.min(now - this.lastSentMs, 2000 / this.perSecond);
      this.lastSentMs = now;
      this.dueMs = Math.max(this.dueMs, now - CAUGHT_UP_MS) + 1000 / this.perSecond;
    }
    this.underWay++;
    if (isStart) {
      this.startsUnderWay++;
      this.startedAtMs = now;
    }
    return { sentAtMs: now, isStart, isUnpaced: false, underWay: this.underWay };
  }

  private end(turn: Turn): void {
    if (!turn.isUnpaced) {
      this.underWay--;
      if (turn.isStart) this.startsUnderWay--;
    }
    this.release();
  }

  /** Lets those go that may go, and sets a timer where nothing but time is in the way. */
  private release(): void {
    this.timer?.stop();
    this.timer = undefined;
    const now = clock.now();
    while (this.queue.size > 0 && this.isOpen(false, now)) {
      const next = this.queue.next(this.startsUnderWay < this.startWindow);
      if (!next) return;
      next.proceed();
    }
    if (this.queue.size === 0) {
      if (this.isObsolete(now)) this.onObsolete(false);
      return;
    }
    const dueMs = Math.max(this.pausedUntilMs, this.dueMs);
    if (dueMs > now) this.timer = clock.after(dueMs - now, () => this.release());
  }

  private isObsolete(now: number): boolean {
    if (this.underWay > 0 || now < this.pausedUntilMs) return false;
    if (!this.isLimited) return this.isProven;
    return this.perSecond >= UNLIMITED_RATE && this.window >= UNLIMITED_WINDOW;
  }
}
