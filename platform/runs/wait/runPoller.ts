import { clock, type Timer } from '../../time/clock';
import { timeoutSignal } from '../../time/cancel';
import type { PlatformError } from '../../errors/errors';
import type { GraphqlEndpoint } from '../../graphql/send/endpoint';
import { readEach, readRuns, type ReadableById, type RunRead } from '../read/readRuns';
import { tooSlow } from '../read/readBeside';
import type { RunKind } from '../kinds';

const FIRST_POLL_AFTER_MS = 1_000;
/** What is waited for is polled once more shortly before its time is up. */
const LAST_POLL_BEFORE_DEADLINE_MS = 500;
/** A poll at which the platform hangs is given up; the next one may go better. */
const POLL_TIMEOUT_MS = 30_000;
const IF_SLOW = 'The platform may be overloaded or down.';
/** The longest time that a timer of Node takes. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** What is waited for: the end of a run, or of the start of an app. */
export type WaitKind = RunKind | (ReadableById & { noun: 'app' });

/** A run that is waited for. Times are epoch milliseconds of this machine. */
export interface PolledRun {
  runId: string;
  pollIntervalMs: number;
  deadlineMs: number;
  /** Values that no error may show. */
  secrets: readonly string[];
  /** Called with what a poll has read of it. @returns when the next poll is needed, if that is sooner than usual */
  onRead(read: RunRead, now: number): number | undefined;
  /** Called after a poll that read it, when `onRead` of all its runs has been called. */
  afterPoll(): void;
  onDeadline(): void;
}

const pollers = new Map<string, RunPoller>();

/**
 * Polls all runs of one kind that are waited for in this process with one login, up to 100 in a request. One timer wakes it
 * for whatever is due first: a poll, at the shortest of their intervals, soon after one that could not be read, and shortly
 * before each deadline; or a deadline, which holds also while a poll hangs.
 *
 * There is one poll at a time, so a platform that responds slowly is asked less often instead of more. What fails is reported
 * to the runs; the poller itself never gives up. It exists while something is waited for, and the last one to leave cancels
 * its request.
 */
export class RunPoller {
  private readonly waiting = new Set<PolledRun>();
  private lastPollMs = -Infinity;
  private nextPollMs = Infinity;
  private timer: Timer | undefined;
  private wakeMs = Infinity;
  private pollUnderWay: AbortController | undefined;

  private constructor(
    private readonly endpoint: GraphqlEndpoint,
    private readonly kind: WaitKind,
    private readonly onEmpty: () => void,
  ) {}

  static of(endpoint: GraphqlEndpoint, kind: WaitKind): RunPoller {
    const key = `${endpoint.key} ${kind.noun}`;
    const poller = pollers.get(key) ?? new RunPoller(endpoint, kind, () => pollers.delete(key));
    pollers.set(key, poller);
    return poller;
  }

  add(polled: PolledRun): void {
    const isFirst = this.waiting.size === 0;
    const withinMs = Math.max(isFirst ? 0 : polled.pollIntervalMs, FIRST_POLL_AFTER_MS);
    this.nextPollMs = Math.min(this.nextPollMs, clock.now() + withinMs);
    this.waiting.add(polled);
    this.wakeBy(this.dueMs(polled));
  }

  /** It is not waited for any more. */
  remove(polled: PolledRun): void {
    if (!this.waiting.delete(polled) || this.waiting.size > 0) return;
    this.stopTimer();
    this.pollUnderWay?.abort();
    this.onEmpty();
  }

  /** Does what is due. */
  private wake(): void {
    const now = clock.now();
    for (const polled of this.waiting) {
      if (polled.deadlineMs > now) continue;
      this.remove(polled);
      polled.onDeadline();
    }
    if (!this.pollUnderWay && this.nextDueMs() <= now) void this.poll(now);
    this.sleep();
  }

  private sleep(): void {
    this.stopTimer();
    this.wakeBy(this.nextDueMs());
  }

  private nextDueMs(): number {
    let due = Infinity;
    for (const polled of this.waiting) due = Math.min(due, this.dueMs(polled));
    return due;
  }

  /** When something is due for a run: its deadline, or a poll if none is under way. */
  private dueMs({ deadlineMs }: PolledRun): number {
    if (this.pollUnderWay) return deadlineMs;
    const lastMs = deadlineMs - LAST_POLL_BEFORE_DEADLINE_MS;
    return Math.min(deadlineMs, this.nextPollMs, lastMs > this.lastPollMs ? lastMs : Infinity);
  }

  /** Wakes then, or earlier. */
  private wakeBy(wakeMs: number): void {
    if (wakeMs >= this.wakeMs) return;
    this.stopTimer();
    this.wakeMs = wakeMs;
    const delayMs = Math.min(Math.max(0, wakeMs - clock.now()), MAX_TIMER_MS);
    this.timer = clock.after(delayMs, () => this.wake());
  }

  private stopTimer(): void {
    this.timer?.stop();
    this.wakeMs = Infinity;
  }

  private async poll(beganMs: number): Promise<void> {
    const poll = new AbortController();
    this.pollUnderWay = poll;
    this.lastPollMs = beganMs;
    const polled = [...this.waiting];
    this.nextPollMs = beganMs + shortestInterval(polled);
    const reads = await this.read(polled, poll.signal);
    const now = clock.now();
    const stillWaiting = polled.filter((one) => this.waiting.has(one));
    for (const one of stillWaiting) {
      const soonMs = one.onRead(reads(one.runId), now) ?? Infinity;
      this.nextPollMs = Math.min(this.nextPollMs, soonMs);
    }
    this.pollUnderWay = undefined;
    for (const one of stillWaiting) one.afterPoll();
    if (this.waiting.size > 0) this.sleep();
  }

  private async read(
    polled: readonly PolledRun[],
    noneWaits: AbortSignal,
  ): Promise<(runId: string) => RunRead> {
    const { endpoint, kind } = this;
    const limit = timeoutSignal(POLL_TIMEOUT_MS);
    const ids = [...new Set(polled.map(({ runId }) => runId))];
    const secrets = [...new Set(polled.flatMap((one) => one.secrets))];
    const options = { secrets, signal: AbortSignal.any([limit, noneWaits]) };
    try {
      const reads =
        kind.noun === 'app'
          ? await readEach(endpoint, kind, ids, options)
          : await readRuns(endpoint, kind, ids, options);
      return (runId) => reads.get(runId) ?? { failure: tooSlow(endpoint.url, IF_SLOW) };
    } catch (error) {
      const failure = limit.aborted ? tooSlow(endpoint.url, IF_SLOW) : (error as PlatformError);
      return () => ({ failure });
    }
  }
}

function shortestInterval(polled: readonly PolledRun[]): number {
  let shortest = Infinity;
  for (const { pollIntervalMs } of polled) shortest = Math.min(shortest, pollIntervalMs);
  return shortest;
}
