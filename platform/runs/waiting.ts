import { whenAborted } from '../cancel';
import type { PlatformError } from '../errors';
import { CancelledError, TimeoutError } from '../errors';
import type { CallOptions, GraphqlEndpoint } from '../graphql/endpoint';
import { RunOutOfSightError } from './failure';
import { getRuns, type RunRead } from './getRuns';
import type { RunKind } from './kinds';
import { isLasting, PATIENCE, readBadly, type Patience, type Refusal } from './refusals';
import type { Run } from './run';
import { outcomeOf } from './statuses';

/** How the wait for a run came out. */
export type Wait =
  | { ended: true; run: Run }
  /** Time is up. `run` is what was seen last, if anything; `failure` why nothing was seen since. */
  | { ended: false; run?: Run; failure?: PlatformError };

/** How many of the runs waited for are in which status; those not seen yet count as `unknown`. */
export type Progress = ReadonlyMap<string, number>;

export interface WatcherOptions extends CallOptions {
  /** Milliseconds from look to look. */
  pollIntervalMs: number;
  /** Called after each look. */
  onProgress?: (progress: Progress) => void;
  patience?: Partial<Patience>;
}

const FIRST_LOOK_AFTER_MS = 1_000;
/** What was not seen at the last look is looked at again after this time, where that is sooner. */
const NEXT_LOOK_AFTER_FAILURE_MS = 2_500;
/** A run is looked at once more shortly before its time is up. */
const LAST_LOOK_MS = 500;
/** Looks that are due within this time are one. */
const TOGETHER_MS = 250;
/** A look at which the platform hangs is given up; the next one may go better. */
const LONGEST_LOOK_MS = 30_000;
/** The longest time that a timer of Node takes. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

interface Entry {
  runId: string;
  /** Whether the run is known to exist: it may appear late. */
  exists: boolean;
  deadlineMs: number;
  /** A look besides those at all runs. */
  nextLookMs: number;
  seen?: Run;
  refusal?: Refusal;
  /** Why the last look did not see it. */
  failure?: PlatformError;
  settle(result: Wait | { rejected: unknown }): void;
}

/**
 * Waits for the ends of many runs together: one request looks at up to 100 of them. Nothing but the end of a run, its
 * timeout, a cancel or a refusal that lasts ends its wait; each keeps its time, also while a look hangs.
 */
export class RunWatcher {
  private readonly entries = new Set<Entry>();
  private readonly patience: Patience;
  private nextLookMs = Infinity;
  private timer: NodeJS.Timeout | undefined;
  private wakeMs = Infinity;
  private lookUnderWay: AbortController | undefined;

  constructor(
    private readonly endpoint: GraphqlEndpoint,
    private readonly kind: RunKind,
    private readonly options: WatcherOptions,
  ) {
    this.patience = { ...PATIENCE, ...options.patience };
  }

  /**
   * Waits until a run has ended or its time is up.
   * @param exists false for a run that somebody named: it is given up soon where the platform does not know it
   * @throws CancelledError; RunOutOfSightError; InvalidInputError for what can be no ID of a run
   */
  async end(runId: string, timeoutMs: number, { exists = true } = {}): Promise<Wait> {
    const { signal } = this.options;
    if (signal?.aborted) throw new CancelledError('never');
    return await new Promise<Wait>((resolve, reject) => {
      const deadlineMs = Date.now() + Math.max(timeoutMs, LAST_LOOK_MS);
      const settle: Entry['settle'] = (result) => {
        this.entries.delete(entry);
        forgetCancel?.();
        if ('rejected' in result) reject(result.rejected as Error);
        else resolve(result);
        if (this.entries.size === 0) this.stop();
      };
      const cancel = () => settle({ rejected: new CancelledError() });
      const entry: Entry = {
        runId,
        exists,
        deadlineMs,
        nextLookMs: deadlineMs - LAST_LOOK_MS,
        settle,
      };
      const forgetCancel = signal && whenAborted(signal, cancel);
      if (this.entries.size === 0) this.nextLookMs = Date.now() + FIRST_LOOK_AFTER_MS;
      this.entries.add(entry);
      this.wakeBy(this.dueMs(entry));
    });
  }

  /** Does what is due. */
  private wake(): void {
    const now = Date.now();
    this.stopTimer();
    for (const entry of [...this.entries]) if (entry.deadlineMs <= now) giveUp(entry);
    if (this.entries.size === 0) return;
    if (!this.lookUnderWay) {
      const isForAll = this.nextLookMs <= now;
      if (isForAll) this.nextLookMs = now + this.options.pollIntervalMs;
      const isDue = [...this.entries].some(({ nextLookMs }) => nextLookMs <= now);
      const soonMs = now + TOGETHER_MS;
      const due = [...this.entries].filter(({ nextLookMs }) => isForAll || nextLookMs <= soonMs);
      if (isForAll || isDue) void this.lookAt(due);
    }
    this.sleep();
  }

  /** Sleeps until something is due. */
  private sleep(): void {
    let wakeMs = Infinity;
    for (const entry of this.entries) wakeMs = Math.min(wakeMs, this.dueMs(entry));
    this.stopTimer();
    this.wakeBy(wakeMs);
  }

  /** When an entry is due: its deadline, and a look where none is under way. */
  private dueMs({ deadlineMs, nextLookMs }: Entry): number {
    return this.lookUnderWay ? deadlineMs : Math.min(deadlineMs, nextLookMs, this.nextLookMs);
  }

  /** Wakes then, or earlier. */
  private wakeBy(wakeMs: number): void {
    if (wakeMs >= this.wakeMs) return;
    this.stopTimer();
    this.wakeMs = wakeMs;
    const delayMs = Math.min(Math.max(0, wakeMs - Date.now()), LONGEST_TIMER_MS);
    this.timer = setTimeout(() => this.wake(), delayMs);
  }

  private stopTimer(): void {
    clearTimeout(this.timer);
    this.wakeMs = Infinity;
  }

  /** Nobody waits any more. */
  private stop(): void {
    this.stopTimer();
    this.lookUnderWay?.abort();
  }

  private async lookAt(due: Entry[]): Promise<void> {
    const look = new AbortController();
    this.lookUnderWay = look;
    for (const entry of due) entry.nextLookMs = Infinity;
    const reads = await this.read(due, look.signal);
    const now = Date.now();
    for (const entry of due) {
      if (!this.entries.has(entry)) continue;
      this.take(entry, reads(entry.runId), now);
      entry.nextLookMs = Math.min(
        entry.nextLookMs,
        laterOrNever(entry.deadlineMs - LAST_LOOK_MS, now),
      );
    }
    if (this.lookUnderWay === look) this.lookUnderWay = undefined;
    if (!this.options.signal?.aborted) this.options.onProgress?.(this.progress());
    if (this.entries.size > 0) this.sleep();
  }

  private async read(due: Entry[], nobodyWaits: AbortSignal): Promise<(runId: string) => RunRead> {
    const { endpoint, kind, options } = this;
    const { signal, onPartialData, onMutationErrors, secrets } = options;
    const limit = AbortSignal.timeout(LONGEST_LOOK_MS);
    const any = AbortSignal.any([limit, nobodyWaits, ...(signal ? [signal] : [])]);
    try {
      const runIds = [...new Set(due.map(({ runId }) => runId))];
      const callOptions = { onPartialData, onMutationErrors, secrets, signal: any };
      const reads = await getRuns(endpoint, kind, runIds, callOptions);
      return (runId) => reads.get(runId) ?? { failure: tooSlow(endpoint.url) };
    } catch (error) {
      const failure = limit.aborted ? tooSlow(endpoint.url) : (error as PlatformError);
      return () => ({ failure });
    }
  }

  private take(entry: Entry, read: RunRead, now: number): void {
    if ('run' in read) {
      entry.seen = read.run;
      entry.failure = undefined;
      entry.refusal = undefined;
      if (outcomeOf(read.run.status)) entry.settle({ ended: true, run: read.run });
      return;
    }
    const { failure } = read;
    entry.failure = failure;
    entry.nextLookMs = now + NEXT_LOOK_AFTER_FAILURE_MS;
    const verdict = readBadly(entry.refusal, failure, now);
    if (verdict === 'never') {
      entry.settle({ rejected: failure });
      return;
    }
    entry.refusal = verdict;
    if (
      verdict &&
      isLasting(verdict, entry.exists || entry.seen !== undefined, this.patience, now)
    ) {
      entry.settle({
        rejected: new RunOutOfSightError(this.kind, entry.runId, entry.seen, failure),
      });
    }
  }

  private progress(): Progress {
    const counts = new Map<string, number>();
    for (const { seen } of this.entries) {
      const status = seen?.status ?? 'unknown';
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
    return counts;
  }
}

function giveUp({ settle, seen, failure }: Entry): void {
  settle({ ended: false, run: seen, failure });
}

function laterOrNever(time: number, now: number): number {
  return time > now ? time : Infinity;
}

function tooSlow({ host }: URL): TimeoutError {
  return new TimeoutError(`${host} did not answer in time`, {
    hint: 'The platform may be overloaded or away.',
    reach: 'unknown',
    transient: true,
  });
}
