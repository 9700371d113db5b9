import { clock, type Timer } from '../../time/clock';
import { TimeoutError, type PlatformError } from '../../errors/errors';
import type { GraphqlEndpoint } from '../../graphql/send/endpoint';
import { getRuns, type RunRead } from '../read/getRuns';
import type { RunKind } from '../kinds';

export const FIRST_LOOK_AFTER_MS = 1_000;
/** A run is looked at once more shortly before its time is up. */
const LAST_LOOK_MS = 500;
/** Looks that are due within this time are one. */
const TOGETHER_MS = 250;
/** A look at which the platform hangs is given up; the next one may go better. */
export const LONGEST_LOOK_MS = 30_000;
/** The longest time that a timer of Node takes. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A run that somebody waits for. Times are epoch milliseconds of this machine. */
export interface PolledRun {
  runId: string;
  pollIntervalMs: number;
  deadlineMs: number;
  /** Values that no error may show. */
  secrets: readonly string[];
  /** Called with what a look has shown. @returns when it is to be looked at besides the looks at all runs, if at all */
  onLook(read: RunRead, now: number): number | undefined;
  /** Called after a look in which it was, when all runs have been told of it. */
  afterLook(): void;
  onDeadline(): void;
}

interface Entry {
  polled: PolledRun;
  /** A look besides those at all runs. */
  nextLookMs: number;
}

const polls = new Map<string, RunPoll>();

/**
 * All runs of one kind that anybody in this process waits for with one login: one request looks at up to 100 of them, at
 * the shortest of their intervals. Each keeps its time, also while a look hangs.
 */
export class RunPoll {
  private readonly entries = new Map<PolledRun, Entry>();
  private nextLookMs = Infinity;
  private timer: Timer | undefined;
  private wakeMs = Infinity;
  private lookUnderWay: AbortController | undefined;

  private constructor(
    private readonly endpoint: GraphqlEndpoint,
    private readonly kind: RunKind,
    private readonly onEmpty: () => void,
  ) {}

  static of(endpoint: GraphqlEndpoint, kind: RunKind): RunPoll {
    const key = `${endpoint.key} ${kind.noun}`;
    const poll = polls.get(key) ?? new RunPoll(endpoint, kind, () => polls.delete(key));
    polls.set(key, poll);
    return poll;
  }

  add(polled: PolledRun): void {
    const { deadlineMs, pollIntervalMs } = polled;
    const isFirst = this.entries.size === 0;
    const withinMs = isFirst ? FIRST_LOOK_AFTER_MS : Math.max(pollIntervalMs, FIRST_LOOK_AFTER_MS);
    this.nextLookMs = Math.min(this.nextLookMs, clock.now() + withinMs);
    const entry = { polled, nextLookMs: deadlineMs - LAST_LOOK_MS };
    this.entries.set(polled, entry);
    this.wakeBy(this.dueMs(entry));
  }

  /** Nobody waits for it any more. */
  remove(polled: PolledRun): void {
    if (!this.entries.delete(polled) || this.entries.size > 0) return;
    this.stopTimer();
    this.nextLookMs = Infinity;
    this.lookUnderWay?.abort();
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
    if (!this.lookUnderWay) {
      const all = [...this.entries.values()];
      const isForAll = this.nextLookMs <= now;
      if (isForAll) this.nextLookMs = now + shortestInterval(all);
      const isDue = all.some(({ nextLookMs }) => nextLookMs <= now);
      const soonMs = now + TOGETHER_MS;
      const due = all.filter(({ nextLookMs }) => isForAll || nextLookMs <= soonMs);
      if (isForAll || isDue) void this.lookAt(due);
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

  /** When an entry is due: its deadline, and a look where none is under way. */
  private dueMs({ polled: { deadlineMs }, nextLookMs }: Entry): number {
    return this.lookUnderWay ? deadlineMs : Math.min(deadlineMs, nextLookMs, this.nextLookMs);
  }

  /** Wakes then, or earlier. */
  private wakeBy(wakeMs: number): void {
    if (wakeMs >= this.wakeMs) return;
    this.stopTimer();
    this.wakeMs = wakeMs;
    const delayMs = Math.min(Math.max(0, wakeMs - clock.now()), LONGEST_TIMER_MS);
    this.timer = clock.after(delayMs, () => this.wake());
  }

  private stopTimer(): void {
    this.timer?.stop();
    this.wakeMs = Infinity;
  }

  private async lookAt(due: Entry[]): Promise<void> {
    const look = new AbortController();
    this.lookUnderWay = look;
    for (const entry of due) entry.nextLookMs = Infinity;
    const reads = await this.read(due, look.signal);
    const now = clock.now();
    const looked = due.filter(({ polled }) => this.entries.has(polled));
    for (const entry of looked) {
      const { polled } = entry;
      const lastLookMs = polled.deadlineMs - LAST_LOOK_MS;
      const besidesMs = polled.onLook(reads(polled.runId), now) ?? Infinity;
      entry.nextLookMs = Math.min(besidesMs, lastLookMs > now ? lastLookMs : Infinity);
    }
    if (this.lookUnderWay === look) this.lookUnderWay = undefined;
    for (const { polled } of looked) polled.afterLook();
    if (this.entries.size > 0) this.sleep();
  }

  private async read(due: Entry[], nobodyWaits: AbortSignal): Promise<(runId: string) => RunRead> {
    const { endpoint, kind } = this;
    const limit = AbortSignal.timeout(LONGEST_LOOK_MS);
    try {
      const runIds = new Set(due.map(({ polled }) => polled.runId));
      const secrets = [...new Set(due.flatMap(({ polled }) => polled.secrets))];
      const signal = AbortSignal.any([limit, nobodyWaits]);
      const reads = await getRuns(endpoint, kind, [...runIds], { secrets, signal });
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
