import { clock, type Timer } from '../../time/clock';
import { TimeoutError, type PlatformError } from '../../errors/errors';
import type { GraphqlEndpoint } from '../../graphql/send/endpoint';
import { getEach, getRuns, type ReadLikeRuns, type RunRead } from '../read/getRuns';
import type { RunKind } from '../kinds';

export const FIRST_POLL_AFTER_MS = 1_000;
/** A run is polled once more shortly before its time is up. */
const LAST_POLL_BEFORE_DEADLINE_MS = 500;
/** Polls that are due within this time are one. */
const MERGE_WITHIN_MS = 250;
/** A poll at which the platform hangs is given up; the next one may go better. */
export const POLL_TIMEOUT_MS = 30_000;
/** The longest time that a timer of Node takes. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** What is waited for: the end of a run, or of the start of an app. */
export type WaitKind = RunKind | (ReadLikeRuns & { noun: 'app' });

/** A run that somebody waits for. Times are epoch milliseconds of this machine. */
export interface PolledRun {
  runId: string;
  pollIntervalMs: number;
  deadlineMs: number;
  /** Values that no error may show. */
  secrets: readonly string[];
  /** Called with what a poll has read of it. @returns when it needs a poll of its own, before the next one for all runs, if at all */
  onRead(read: RunRead, now: number): number | undefined;
  /** Called after a poll that read it, when `onRead` of all its runs has been called. */
  afterPoll(): void;
  onDeadline(): void;
}

interface Entry {
  polled: PolledRun;
  /** When it is polled without waiting for the next poll for all; `Infinity` for never. */
  ownPollMs: number;
}

const pollers = new Map<string, RunPoller>();

/**
 * Polls all runs of one kind that anybody in this process waits for with one login, up to 100 in a request. One timer wakes it
 * for whatever is due first:
 *
 * - the poll for all runs, at the shortest of their intervals;
 * - a run's own poll: soon after it could not be read, and once more shortly before its deadline. Own polls that are due within
 *   250 ms share a request;
 * - a run's deadline, which holds also while a poll hangs, since that is given up after 30 s and holds up nothing but other polls.
 *
 * There is one poll at a time, so that a platform that answers slowly is asked less often instead of more. What fails is told to the
 * runs as their failure; the poller itself never gives up. It exists while somebody waits, and the last one to leave cancels its request.
 */
export class RunPoller {
  private readonly entries = new Map<PolledRun, Entry>();
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
    const { deadlineMs, pollIntervalMs } = polled;
    const isFirst = this.entries.size === 0;
    const withinMs = isFirst ? FIRST_POLL_AFTER_MS : Math.max(pollIntervalMs, FIRST_POLL_AFTER_MS);
    this.nextPollMs = Math.min(this.nextPollMs, clock.now() + withinMs);
    const entry = { polled, ownPollMs: deadlineMs - LAST_POLL_BEFORE_DEADLINE_MS };
    this.entries.set(polled, entry);
    this.wakeBy(this.dueMs(entry));
  }

  /** Nobody waits for it any more. */
  remove(polled: PolledRun): void {
    if (!this.entries.delete(polled) || this.entries.size > 0) return;
    this.stopTimer();
    this.nextPollMs = Infinity;
    this.pollUnderWay?.abort();
    this.onEmpty();
  }

  /** Does what is due. */
  private wake(): void {
    const now = clock.now();
    this.stopTimer();
    for (const polled of [...this.entries.keys()]) {
      if (polled.deadlineMs > now) continue;
      this.remove(polled);
      polled.onDeadline();
    }
    if (this.entries.size === 0) return;
    if (!this.pollUnderWay) {
      const all = [...this.entries.values()];
      const isPollDue = this.nextPollMs <= now;
      if (isPollDue) this.nextPollMs = now + shortestInterval(all);
      const isOwnPollDue = all.some(({ ownPollMs }) => ownPollMs <= now);
      const mergeUntilMs = now + MERGE_WITHIN_MS;
      const due = all.filter(({ ownPollMs }) => isPollDue || ownPollMs <= mergeUntilMs);
      if (isPollDue || isOwnPollDue) void this.pollRuns(due);
    }
    this.sleep();
  }

  /** Sleeps until something is due. */
  private sleep(): void {
    let wakeMs = Infinity;
    for (const entry of this.entries.values()) wakeMs = Math.min(wakeMs, this.dueMs(entry));
    this.stopTimer();
    this.wakeBy(wakeMs);
  }

  /** When an entry is due: its deadline, and a poll where none is under way. */
  private dueMs({ polled: { deadlineMs }, ownPollMs }: Entry): number {
    return this.pollUnderWay ? deadlineMs : Math.min(deadlineMs, ownPollMs, this.nextPollMs);
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

  private async pollRuns(due: Entry[]): Promise<void> {
    const poll = new AbortController();
    this.pollUnderWay = poll;
    for (const entry of due) entry.ownPollMs = Infinity;
    const reads = await this.read(due, poll.signal);
    const now = clock.now();
    const stillWaiting = due.filter(({ polled }) => this.entries.has(polled));
    for (const entry of stillWaiting) {
      const { polled } = entry;
      const lastPollMs = polled.deadlineMs - LAST_POLL_BEFORE_DEADLINE_MS;
      const retryMs = polled.onRead(reads(polled.runId), now) ?? Infinity;
      entry.ownPollMs = Math.min(retryMs, lastPollMs > now ? lastPollMs : Infinity);
    }
    if (this.pollUnderWay === poll) this.pollUnderWay = undefined;
    for (const { polled } of stillWaiting) polled.afterPoll();
    if (this.entries.size > 0) this.sleep();
  }

  private async read(due: Entry[], nobodyWaits: AbortSignal): Promise<(runId: string) => RunRead> {
    const { endpoint, kind } = this;
    const limit = AbortSignal.timeout(POLL_TIMEOUT_MS);
    try {
      const ids = [...new Set(due.map(({ polled }) => polled.runId))];
      const secrets = [...new Set(due.flatMap(({ polled }) => polled.secrets))];
      const signal = AbortSignal.any([limit, nobodyWaits]);
      const options = { secrets, signal };
      const reads =
        kind.noun === 'app'
          ? await getEach(endpoint, kind, ids, options)
          : await getRuns(endpoint, kind, ids, options);
      return (runId) => reads.get(runId) ?? { failure: tooSlow(endpoint.url) };
    } catch (error) {
      const failure = limit.aborted ? tooSlow(endpoint.url) : (error as PlatformError);
      return () => ({ failure });
    }
  }
}

function shortestInterval(entries: readonly Entry[]): number {
  let shortest = Infinity;
  for (const { polled } of entries) shortest = Math.min(shortest, polled.pollIntervalMs);
  return shortest;
}

function tooSlow({ host }: URL): TimeoutError {
  return new TimeoutError(`${host} did not respond in time`, {
    hint: 'The platform may be overloaded or down.',
    reach: 'unknown',
    transient: true,
  });
}
