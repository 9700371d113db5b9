import { FIRST_BACKOFF_MS } from './limits';
import { LEFT_AT_REFUSAL, AcceptedRequests } from './acceptedRequests';

/** How the rate rises, by what a refusal costs. */
interface Rise {
  /** Of what was measured: below it, so that a limit regains some of what it allows at once. */
  share: number;
  /** By how much it rises in its first second where the limit is well known. */
  leastGain: number;
  mostGain: number;
  /** The gain doubles after so long without a refusal. */
  gainDoublesMs: number;
}

/** Where a refusal costs no more than its request. */
const CHEAP_REFUSAL: Rise = { share: 0.98, leastGain: 0.04, mostGain: 0.4, gainDoublesMs: 2_500 };
/** For each second that a refusal costs. */
const COSTLY_REFUSAL: Rise = {
  share: 0.95,
  leastGain: 0.015,
  mostGain: 0.06,
  gainDoublesMs: 5_000,
};
/** Where it costs a start of which nobody knows whether it was made. */
const UNKNOWN_OUTCOME: Rise = {
  share: 0.85,
  leastGain: 0.01,
  mostGain: 0.05,
  gainDoublesMs: 20_000,
};
/** So many requests that were accepted before count where they agree with those that were accepted since. */
const MOST_WEIGHT = 64;
/** How far what was measured twice may differ, in requests: of each refusal it is known within one. */
const MOST_ERROR_REQUESTS = 2;
/** How much of what is accepted at once may be wrong. */
const DOUBT_OF_BURST = 0.1;
/** Before the next request after a refusal, in intervals of the rate. */
const PAUSE_INTERVALS = 1.1;
/** At such a rate, in requests a second, nothing is held back any more. */
const UNLIMITED_RATE = 5_000;
/** Timers come late: so much is caught up with. */
const CAUGHT_UP_MS = 15;

/**
 * The rate at which an address is asked, in requests a second. What it takes between two refusals shows the limit. From
 * there the rate rises: slowly where the limit is well known, faster and faster where nothing is refused.
 */
export class Rate {
  private base: number;
  private gain: number;
  private rise: Rise = CHEAP_REFUSAL;
  /** The limit that was measured, and by how many requests. */
  private limit = 0;
  private weight = 0;
  /** What was known before the last refusal. */
  private previous = { limit: 0, weight: 0 };
  /** Time since the last refusal in which requests were sent. */
  private busyMs = 0;
  private nextAtMs = 0;
  private lastSentMs: number;
  private lastPeriod: { replay: AcceptedRequests; untilMs: number } | undefined;
  private period: AcceptedRequests;

  /**
   * To be made at the first refusal.
   * @param burst how many requests were accepted at once before it
   * @param firstMs between the first two requests after it
   * @param doublesMs in which the rate then doubles, until it is refused again
   */
  constructor(
    now: number,
    private burst: number,
    private readonly firstMs = FIRST_BACKOFF_MS,
    doublesMs = firstMs,
  ) {
    this.base = 1000 / firstMs;
    this.gain = (Math.LN2 * 1000) / doublesMs;
    this.period = new AcceptedRequests(now);
    this.lastSentMs = now;
  }

  get perSecond(): number {
    const { gainDoublesMs } = this.rise;
    const isKnown = this.lastPeriod !== undefined;
    const doubled = (gainDoublesMs / 1000 / Math.LN2) * (2 ** (this.busyMs / gainDoublesMs) - 1);
    const grown = this.gain * (isKnown ? doubled : this.busyMs / 1000);
    return this.base * Math.exp(Math.min(grown, 50));
  }

  /** Whether it holds nothing back. */
  get isUnlimited(): boolean {
    return this.perSecond >= UNLIMITED_RATE;
  }

  /** When the next request may leave. */
  get dueMs(): number {
    return this.nextAtMs;
  }

  sent(now: number): void {
    // Time in which nobody wanted to send says nothing of the limit.
    this.busyMs += Math.min(now - this.lastSentMs, 2000 / this.perSecond);
    this.lastSentMs = now;
    this.nextAtMs = Math.max(this.nextAtMs, now - CAUGHT_UP_MS) + 1000 / this.perSecond;
  }

  accepted(sentAtMs: number): void {
    if (sentAtMs >= this.period.sinceMs) this.period.add(sentAtMs);
    else if (!this.lastPeriod) this.noteBurst();
    else if (sentAtMs >= this.lastPeriod.replay.sinceMs) {
      this.lastPeriod.replay.add(sentAtMs);
      this.measure();
    }
  }

  /**
   * A refusal that tells something new.
   * @param costMs the pause that it asks for
   * @param isUnknown whether it is not known what became of the request
   * @returns the pause before the next request, where it knows the limit; shortest where something was accepted before
   */
  refused(now: number, costMs: number, isUnknown: boolean): number | undefined {
    if (this.period.total === 0) return this.intervalMs;
    this.previous = { limit: this.limit, weight: this.weight };
    this.lastPeriod = { replay: this.period, untilMs: now };
    this.period = new AcceptedRequests(now, LEFT_AT_REFUSAL);
    this.rise = isUnknown ? UNKNOWN_OUTCOME : riseFor(costMs / 1000);
    this.measure();
    return this.intervalMs;
  }

  private get intervalMs(): number | undefined {
    return this.lastPeriod && (PAUSE_INTERVALS * 1000) / this.base;
  }

  /** Nothing is sent until then. */
  pausedUntil(untilMs: number): void {
    this.nextAtMs = untilMs;
    this.lastSentMs = untilMs;
    this.busyMs = 0;
  }

  private measure(): void {
    if (!this.lastPeriod) return;
    const { replay, untilMs } = this.lastPeriod;
    const measured = replay.limit(untilMs, Math.max(1, this.burst));
    const off = (MOST_ERROR_REQUESTS * 1000) / (untilMs - replay.sinceMs);
    const { limit, weight } = this.previous;
    const agrees = Math.abs(measured - limit) <= off + 0.1 * measured;
    const kept = agrees ? Math.min(weight, MOST_WEIGHT) : 0;
    this.weight = kept + replay.total;
    this.limit = (limit * kept + measured * replay.total) / this.weight;
    this.base = this.limit * this.rise.share;
    const doubt = (1 + DOUBT_OF_BURST * this.burst) / this.weight;
    this.gain = Math.min(this.rise.mostGain, Math.max(this.rise.leastGain, doubt));
  }

  /** What is accepted at once shows the order of what is accepted a second. */
  private noteBurst(): void {
    this.burst++;
    if (this.firstMs === FIRST_BACKOFF_MS) this.base = Math.max(this.base, this.burst);
  }
}

/** @param cost of a refusal, in seconds */
function riseFor(cost: number): Rise {
  if (cost === 0) return CHEAP_REFUSAL;
  const { mostGain, gainDoublesMs } = COSTLY_REFUSAL;
  const times = Math.max(1, cost);
  return { ...COSTLY_REFUSAL, mostGain: mostGain / times, gainDoublesMs: gainDoublesMs * times };
}
