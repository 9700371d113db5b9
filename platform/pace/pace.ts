import { whenAborted } from '../time/cancel';
import { clock, type Timer } from '../time/clock';
import { CancelledError } from '../errors/errors';
import { ConcurrencyLimit } from './concurrencyLimit';
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
import { StartWindow } from './startWindow';
import { TurnQueue, type WaitingRequest } from './turnQueue';

/** The dearer a refusal, the slower the rate doubles at first, and never slower than this. */
const SLOWEST_START_MS = 1_000;
/** So long after a start there may be more of them. */
const STARTS_GO_ON_MS = 60_000;
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
 * One pace for all requests of this process to an address: what it refuses is learned, and kept to.
 *
 * A request enters, waits until three limits let it go, and ends once: accepted, refused or failed. The limits are a rate
 * (`Rate`, which exists only since the first refusal), a number at the same time (`ConcurrencyLimit`) and, for requests that may
 * be sent once only, a window that opens as they are accepted (`StartWindow`). A refusal lowers one of them: the number where
 * the same number was never accepted before, else the rate. Only the first refusal of those that left together counts, since
 * the others say the same. After every end the queue is looked at again, and a timer is set only where nothing but time is
 * in the way; so nobody waits for a turn that nothing would bring. Where nothing is accepted for too long, all who wait are
 * rejected at once, and the pace is obsolete, as it is when none of its limits holds anything back.
 */
export class Pace {
  private readonly startWindow = new StartWindow();
  private readonly concurrency = new ConcurrencyLimit();
  private readonly queue = new TurnQueue();
  private rate: Rate | undefined;
  private underWay = 0;
  private startedAtMs = -Infinity;
  private pausedUntilMs = 0;
  private refusedAtMs = -Infinity;
  /** Of requests that left together before it, the number under way says nothing. */
  private firstRefusedMs = Infinity;
  private timer: Timer | undefined;
  /** Refusals that counted, with nothing accepted between them. */
  private inARow = 0;
  private refusingSinceMs: number | undefined;
  private readonly acceptedCounts = new Map<string, number>();
  private usedAtMs = clock.now();

  constructor(
    private readonly host: string,
    /** Called when no limit is left to keep to, or none helps. */
    private readonly onObsolete: (isAway: boolean) => void,
    /** What was accepted before the first refusal, this pace's own requests or not. */
    private readonly burst = new Burst(),
  ) {}

  /** How many requests to a service at this address were accepted so far. */
  acceptedBy(service: string): number {
    return this.acceptedCounts.get(service) ?? 0;
  }

  /** Whether it is for others than starts, too. */
  get isLimited(): boolean {
    return this.rate !== undefined;
  }

  /** Whether its starts were accepted so often that none needs a slow start any more. */
  get isProven(): boolean {
    return this.startWindow.isProven;
  }

  /** Whether what was learned is too old to be kept to. */
  get isForgotten(): boolean {
    return this.isLimited && this.isUnusedFor(0) && clock.now() - this.refusedAtMs > KEPT_MS;
  }

  isUnusedFor(ms: number): boolean {
    return this.underWay === 0 && this.queue.size === 0 && clock.now() - this.usedAtMs >= ms;
  }

  /** Waits for a turn. @throws CancelledError, or `noTurn` where the address is given up */
  async enter(request: TurnRequest): Promise<Turn> {
    this.usedAtMs = clock.now();
    const { signal, isStart = false } = request;
    if (this.queue.size === 0 && this.isOpen(isStart, clock.now())) return this.send(isStart);
    return await new Promise<Turn>((resolve, reject) => {
      const waiting: WaitingRequest = {
        owner: signal,
        isStart,
        proceed: () => {
          forgetCancel?.();
          resolve(this.send(isStart));
        },
        reject: (error) => {
          forgetCancel?.();
          reject(error);
        },
      };
      const forgetCancel =
        signal &&
        whenAborted(signal, () => {
          if (!this.queue.delete(waiting)) return;
          waiting.reject(new CancelledError('never'));
          this.releaseWaiting();
        });
      this.queue.add(waiting);
      this.releaseWaiting();
    });
  }

  /** A request that was sent before there was a pace. */
  unpacedTurn(sentAtMs: number): Turn {
    return { sentAtMs, underWay: this.underWay, isStart: false, isUnpaced: true };
  }

  /** The request was answered, and not refused. */
  accepted(turn: Turn, service = ''): void {
    if (this.isLimited) this.acceptedCounts.set(service, this.acceptedBy(service) + 1);
    if (turn.sentAtMs >= this.refusedAtMs) {
      this.inARow = 0;
      this.refusingSinceMs = undefined;
    }
    if (this.rate) this.rate.accepted(turn.sentAtMs);
    else this.burst.add();
    if (turn.sentAtMs >= this.firstRefusedMs) this.concurrency.accepted(turn.underWay);
    if (turn.isStart && turn.sentAtMs >= this.refusedAtMs) this.startWindow.accepted();
    this.end(turn);
  }

  /** The request failed, and it is not known why. */
  failed(turn: Turn): void {
    this.end(turn);
  }

  /** The request was refused because there were too many. */
  refused(turn: Turn, refused: RefusalDetails): void {
    const now = clock.now();
    const { retryAfterMs = 0 } = refused;
    if (retryAfterMs <= LONGEST_PAUSE_MS) {
      // Those sent before the last refusal say the same as it did.
      if (turn.sentAtMs >= this.refusedAtMs) this.learn(turn, refused, now);
      else this.pause(retryAfterMs, now);
    }
    this.end(turn);
    const isTooLong =
      this.refusingSinceMs !== undefined && now - this.refusingSinceMs > LONGEST_REFUSAL_MS;
    const isAway = refused.isBusy && this.inARow >= REFUSALS_OF_ONE_AWAY;
    if (isTooLong || isAway) this.giveUp(refused, !isTooLong);
  }

  private learn(turn: Turn, { hadNoEffect, retryAfterMs = 0 }: RefusalDetails, now: number): void {
    // The next one that is refused may be a start, although this one is none.
    const isUnknown = !hadNoEffect && now - this.startedAtMs < STARTS_GO_ON_MS;
    this.refusedAtMs = now;
    this.refusingSinceMs ??= now;
    this.inARow++;
    this.startWindow.refused(isUnknown);
    if (this.rate && this.concurrency.explains(turn.underWay)) {
      this.concurrency.refused(turn.underWay);
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
  private giveUp(refused: RefusalDetails, isForNow: boolean): void {
    this.timer?.stop();
    this.onObsolete(isForNow);
    for (const waiting of this.queue.clear()) {
      waiting.reject(noTurn(this.host, refused, isForNow));
    }
  }

  private isOpen(isStart: boolean, now: number): boolean {
    if (now < this.pausedUntilMs || this.underWay >= this.concurrency.most) return false;
    if (this.rate && !this.rate.isUnlimited && now < this.rate.dueMs) return false;
    return !isStart || this.startWindow.isOpen;
  }

  private send(isStart: boolean): Turn {
    const now = clock.now();
    this.rate?.sent(now);
    this.underWay++;
    if (isStart) {
      this.startWindow.sent();
      this.startedAtMs = now;
    }
    return { sentAtMs: now, underWay: this.underWay, isStart, isUnpaced: false };
  }

  private end(turn: Turn): void {
    if (!turn.isUnpaced) {
      this.underWay--;
      if (turn.isStart) this.startWindow.ended();
    }
    this.releaseWaiting();
  }

  /** Lets those go that may go now, and sets a timer for the next one. */
  private releaseWaiting(): void {
    this.timer?.stop();
    this.timer = undefined;
    // What is not open now and is due now would never go: both ask for the same moment.
    const now = clock.now();
    while (this.queue.size > 0 && this.isOpen(false, now)) {
      const next = this.queue.next(this.startWindow.isOpen);
      if (!next) return;
      next.proceed();
    }
    if (this.queue.size === 0) {
      if (this.isObsolete(now)) this.onObsolete(false);
      return;
    }
    const dueMs = Math.max(
      this.pausedUntilMs,
      this.rate?.isUnlimited ? 0 : (this.rate?.dueMs ?? 0),
    );
    // Where it is not for time, the next that ends lets others go.
    if (dueMs > now) this.timer = clock.after(dueMs - now, () => this.releaseWaiting());
  }

  private isObsolete(now: number): boolean {
    if (this.underWay > 0 || now < this.pausedUntilMs) return false;
    if (!this.rate) return this.startWindow.isProven;
    return this.rate.isUnlimited && this.concurrency.isUnlimited;
  }
}
