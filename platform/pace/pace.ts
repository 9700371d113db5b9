import { whenAborted } from '../time/cancel';
import { clock, type Timer } from '../time/clock';
import { CancelledError } from '../errors/errors';
import { AtOnce } from './atOnce';
import { Burst } from './burst';
import {
  FIRST_BACKOFF_MS,
  KEPT_MS,
  LONGEST_BACKOFF_MS,
  LONGEST_PAUSE_MS,
  LONGEST_REFUSAL_MS,
  REFUSALS_OF_ONE_AWAY,
} from './limits';
import { noTurn } from './noTurn';
import { Rate } from './rate';
import { Starts } from './starts';
import { Turns, type Waiting } from './turns';

/** The dearer a refusal, the slower the rate doubles at first, and never slower than this. */
const SLOWEST_START_MS = 1_000;
/** So long after a start there may be more of them. */
const STARTS_GO_ON_MS = 60_000;
export interface Asking {
  /** Whether it may be sent once only. */
  isStart?: boolean;
  signal?: AbortSignal;
}

export interface Refused {
  status: number;
  retryAfterMs: number | undefined;
  /** Whether it proves that nothing was done. */
  hadNoEffect: boolean;
  /** Whether it may be away: it did not say that there were too many. */
  isBusy: boolean;
}

/** A request under way. Exactly one of its ends is told, once. */
export interface Turn {
  readonly sentAtMs: number;
  /** How many were under way when it was sent, itself included. */
  readonly underWay: number;
  readonly isStart: boolean;
  /** By whom it was sent before there was a pace: it is counted nowhere. */
  readonly isOutside: boolean;
}

/** One pace for all requests of this process to an address: what it refuses is learnt, and kept to. */
export class Pace {
  private readonly starts = new Starts();
  private readonly atOnce = new AtOnce();
  private readonly turns = new Turns();
  private rate: Rate | undefined;
  private underWay = 0;
  private startedAtMs = -Infinity;
  private pausedUntilMs = 0;
  private refusedAtMs = -Infinity;
  /** How many were under way tells nothing of those that left together before. */
  private firstRefusedMs = Infinity;
  private timer: Timer | undefined;
  /** Refusals that told something new, with nothing taken between them. */
  private inARow = 0;
  private refusingSinceMs: number | undefined;
  private readonly takenTimes = new Map<string, number>();
  private usedAtMs = clock.now();

  constructor(
    private readonly host: string,
    /** Called where nothing is left to be kept to. */
    private readonly onOver: (isAway: boolean) => void,
    /** What was taken before the first refusal, this pace's own requests or not. */
    private readonly burst = new Burst(),
  ) {}

  /** How many requests to a module of this address were taken so far. */
  takenBy(module: string): number {
    return this.takenTimes.get(module) ?? 0;
  }

  /** Whether it is for others than starts, too. */
  get isLimited(): boolean {
    return this.rate !== undefined;
  }

  /** Whether its starts were taken so often that none has to feel its way any more. */
  get isProven(): boolean {
    return this.starts.isProven;
  }

  /** Whether what was learnt is too old to be kept to. */
  get isForgotten(): boolean {
    return this.isLimited && this.isUnusedFor(0) && clock.now() - this.refusedAtMs > KEPT_MS;
  }

  isUnusedFor(ms: number): boolean {
    return this.underWay === 0 && this.turns.size === 0 && clock.now() - this.usedAtMs >= ms;
  }

  /** Waits for a turn. @throws CancelledError, or `noTurn` where the address is given up */
  async enter(asking: Asking): Promise<Turn> {
    this.usedAtMs = clock.now();
    const { signal, isStart = false } = asking;
    if (this.turns.size === 0 && this.isOpen(isStart, clock.now())) return this.send(isStart);
    return await new Promise<Turn>((resolve, reject) => {
      const waiting: Waiting = {
        owner: signal,
        isStart,
        go: () => {
          forgetCancel?.();
          resolve(this.send(isStart));
        },
        stop: (error) => {
          forgetCancel?.();
          reject(error);
        },
      };
      const forgetCancel =
        signal &&
        whenAborted(signal, () => {
          if (!this.turns.delete(waiting)) return;
          waiting.stop(new CancelledError('never'));
          this.go();
        });
      this.turns.add(waiting);
      this.go();
    });
  }

  /** A request that was sent before there was a pace. */
  outside(sentAtMs: number): Turn {
    return { sentAtMs, underWay: this.underWay, isStart: false, isOutside: true };
  }

  /** The request was answered, and not refused. */
  took(turn: Turn, module = ''): void {
    if (this.isLimited) this.takenTimes.set(module, this.takenBy(module) + 1);
    if (turn.sentAtMs >= this.refusedAtMs) {
      this.inARow = 0;
      this.refusingSinceMs = undefined;
    }
    if (this.rate) this.rate.taken(turn.sentAtMs);
    else this.burst.took();
    if (turn.sentAtMs >= this.firstRefusedMs) this.atOnce.taken(turn.underWay);
    if (turn.isStart && turn.sentAtMs >= this.refusedAtMs) this.starts.taken();
    this.leave(turn);
  }

  /** The request failed, and it is not known why. */
  failed(turn: Turn): void {
    this.leave(turn);
  }

  /** The request was refused because there were too many. */
  refused(turn: Turn, refused: Refused): void {
    const now = clock.now();
    const { retryAfterMs = 0 } = refused;
    if (retryAfterMs <= LONGEST_PAUSE_MS) {
      // The ones that were sent before the last refusal tell nothing new.
      if (turn.sentAtMs >= this.refusedAtMs) this.learn(turn, refused, now);
      else this.pause(retryAfterMs, now);
    }
    this.leave(turn);
    const isTooLong =
      this.refusingSinceMs !== undefined && now - this.refusingSinceMs > LONGEST_REFUSAL_MS;
    const isAway = refused.isBusy && this.inARow >= REFUSALS_OF_ONE_AWAY;
    if (isTooLong || isAway) this.giveUp(refused, !isTooLong);
  }

  private learn(turn: Turn, { hadNoEffect, retryAfterMs = 0 }: Refused, now: number): void {
    // The next one that is refused may be a start, although this one is none.
    const isUnknown = !hadNoEffect && now - this.startedAtMs < STARTS_GO_ON_MS;
    this.refusedAtMs = now;
    this.refusingSinceMs ??= now;
    this.inARow++;
    this.starts.refused(isUnknown);
    if (this.rate && this.atOnce.explains(turn.underWay)) {
      this.atOnce.refused(turn.underWay);
      return this.pause(retryAfterMs, now);
    }
    const firstMs = isUnknown ? 2 * FIRST_BACKOFF_MS : FIRST_BACKOFF_MS;
    const doublesMs = Math.max(firstMs, Math.min(retryAfterMs, SLOWEST_START_MS));
    let leastMs: number | undefined;
    if (this.rate) leastMs = this.rate.refused(now, retryAfterMs, isUnknown);
    else {
      this.rate = new Rate(now, this.burst.count, firstMs, doublesMs);
      this.firstRefusedMs = now;
    }
    const pauseMs = (leastMs ?? firstMs) * 2 ** (this.inARow - 1);
    this.pause(Math.max(Math.min(pauseMs, LONGEST_BACKOFF_MS), retryAfterMs), now);
  }

  private pause(pauseMs: number, now: number): void {
    const untilMs = now + pauseMs;
    if (pauseMs === 0 || untilMs <= this.pausedUntilMs) return;
    this.rate?.pausedUntil(untilMs);
    this.pausedUntilMs = untilMs;
  }

  /** It is no use to wait any longer. */
  private giveUp(refused: Refused, isForNow: boolean): void {
    this.timer?.stop();
    this.onOver(isForNow);
    for (const waiting of this.turns.empty()) {
      waiting.stop(noTurn(this.host, refused, isForNow));
    }
  }

  private isOpen(isStart: boolean, now: number): boolean {
    if (now < this.pausedUntilMs || this.underWay >= this.atOnce.most) return false;
    if (this.rate && !this.rate.isFree && now < this.rate.dueMs) return false;
    return !isStart || this.starts.isOpen;
  }

  private send(isStart: boolean): Turn {
    const now = clock.now();
    this.rate?.sent(now);
    this.underWay++;
    if (isStart) {
      this.starts.sent();
      this.startedAtMs = now;
    }
    return { sentAtMs: now, underWay: this.underWay, isStart, isOutside: false };
  }

  private leave(turn: Turn): void {
    if (!turn.isOutside) {
      this.underWay--;
      if (turn.isStart) this.starts.ended();
    }
    this.go();
  }

  /** Lets go whoever may go now, and sets a timer for the next. */
  private go(): void {
    this.timer?.stop();
    this.timer = undefined;
    // What is not open now and is due now would never go: both ask for the same moment.
    const now = clock.now();
    while (this.turns.size > 0 && this.isOpen(false, now)) {
      const next = this.turns.next(this.starts.isOpen);
      if (!next) return;
      next.go();
    }
    if (this.turns.size === 0) {
      if (this.isOver(now)) this.onOver(false);
      return;
    }
    const dueMs = Math.max(this.pausedUntilMs, this.rate?.isFree ? 0 : (this.rate?.dueMs ?? 0));
    // Where it is not for time, the next that ends lets others go.
    if (dueMs > now) this.timer = clock.after(dueMs - now, () => this.go());
  }

  private isOver(now: number): boolean {
    if (this.underWay > 0 || now < this.pausedUntilMs) return false;
    if (!this.rate) return this.starts.isProven;
    return this.rate.isFree && this.atOnce.isFree;
  }
}
