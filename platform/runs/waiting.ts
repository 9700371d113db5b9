import type { PlatformError } from '../errors';
import {
  CancelledError,
  ConnectionError,
  HttpStatusError,
  TimeoutError,
  UnexpectedAnswerError,
} from '../errors';
import type { GraphqlEndpoint } from '../graphql/endpoint';
import { pause } from '../http/retry';
import { getRuns, type RunRead } from './getRuns';
import type { RunKind } from './kinds';
import type { Run } from './run';
import { outcomeOf } from './statuses';

/** How the wait for a run came out. */
export type Wait =
  | { ended: true; run: Run }
  /** Time is up. `run` is what was seen last, if anything; `failure` why nothing was seen since. */
  | { ended: false; run?: Run; failure?: PlatformError };

/** How many of the runs waited for are in which status; those not seen yet count as `unknown`. */
export type Progress = ReadonlyMap<string, number>;

export interface WatcherOptions {
  /** Milliseconds from look to look. */
  pollIntervalMs: number;
  signal?: AbortSignal;
  /** Called after each look. */
  onProgress?: (progress: Progress) => void;
}

const FIRST_LOOK_AFTER_MS = 1_000;
/** A look at which the platform hangs is given up, so that deadlines hold; the next one may go better. */
const LONGEST_LOOK_MS = 30_000;
const SHORTEST_LOOK_MS = 5_000;
/** A run that was seen before may fail to be read now and then. */
const READ_FAILURES_BORNE = 2;

interface Entry {
  runId: string;
  deadlineMs: number;
  seen?: Run;
  readFailures: number;
  resolve(wait: Wait): void;
  reject(error: unknown): void;
}

/**
 * Waits for the ends of many runs together: one request looks at up to 100 of them. A platform that is away is waited
 * for until a run's time is up.
 */
export class RunWatcher {
  private readonly entries = new Set<Entry>();
  private watching = false;
  /** Why the last look saw nothing. */
  private failure: PlatformError | undefined;

  constructor(
    private readonly endpoint: GraphqlEndpoint,
    private readonly kind: RunKind,
    private readonly options: WatcherOptions,
  ) {}

  /**
   * Waits until a run has ended or its time is up.
   * @throws CancelledError; what reading the run throws where that cannot get better
   */
  async end(runId: string, timeoutMs: number): Promise<Wait> {
    return await new Promise<Wait>((resolve, reject) => {
      const entry: Entry = {
        runId,
        deadlineMs: Date.now() + timeoutMs,
        readFailures: 0,
        resolve: (wait) => {
          this.entries.delete(entry);
          resolve(wait);
        },
        reject: (error) => {
          this.entries.delete(entry);
          reject(error);
        },
      };
      this.entries.add(entry);
      if (!this.watching) void this.watch();
    });
  }

  private async watch(): Promise<void> {
    this.watching = true;
    try {
      let nextLookMs = Date.now() + FIRST_LOOK_AFTER_MS;
      while (this.entries.size > 0) {
        const wakeMs = Math.min(nextLookMs, this.earliestDeadlineMs());
        await pause(Math.max(0, wakeMs - Date.now()), this.options.signal);
        const now = Date.now();
        const isTick = now >= nextLookMs;
        if (isTick) nextLookMs = now + this.options.pollIntervalMs;
        const due = [...this.entries].filter(({ deadlineMs }) => isTick || deadlineMs <= now);
        await this.lookAt(due, now);
      }
    } catch (error) {
      for (const { reject } of [...this.entries]) reject(error);
    } finally {
      this.watching = false;
    }
  }

  private async lookAt(due: Entry[], now: number): Promise<void> {
    const reads = await this.read(due.map(({ runId }) => runId));
    for (const entry of due) {
      this.take(entry, reads?.get(entry.runId));
      if (entry.deadlineMs <= now) this.giveUp(entry);
    }
    this.options.onProgress?.(this.progress());
  }

  /** @returns undefined where the platform could not be asked just now */
  private async read(runIds: string[]): Promise<Map<string, RunRead> | undefined> {
    const { signal } = this.options;
    const limit = AbortSignal.timeout(this.lookLimitMs());
    try {
      const reads = await getRuns(this.endpoint, this.kind, [...new Set(runIds)], {
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
      this.failure = undefined;
      return reads;
    } catch (error) {
      if (signal?.aborted) throw new CancelledError();
      this.failure = limit.aborted ? givenUp(this.endpoint.url) : passing(error);
      return undefined;
    }
  }

  private take(entry: Entry, read: RunRead | undefined): void {
    if (!read) return;
    if ('failure' in read) {
      if (!entry.seen || ++entry.readFailures > READ_FAILURES_BORNE) entry.reject(read.failure);
      return;
    }
    entry.seen = read.run;
    entry.readFailures = 0;
    if (outcomeOf(read.run.status)) entry.resolve({ ended: true, run: read.run });
  }

  /** An entry that has been settled already is not touched. */
  private giveUp({ resolve, seen }: Entry): void {
    resolve({ ended: false, run: seen, failure: this.failure });
  }

  private earliestDeadlineMs(): number {
    let earliest = Infinity;
    for (const { deadlineMs } of this.entries) earliest = Math.min(earliest, deadlineMs);
    return earliest;
  }

  private lookLimitMs(): number {
    const left = this.earliestDeadlineMs() - Date.now();
    return Math.min(LONGEST_LOOK_MS, Math.max(SHORTEST_LOOK_MS, left));
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

function givenUp({ host }: URL): TimeoutError {
  return new TimeoutError(`${host} did not answer in time`, {
    hint: 'The platform may be overloaded or away.',
    reach: 'unknown',
    transient: true,
  });
}

/** A broken connection, a gateway's page or a name that is not found may pass; a refusal does not. */
function passing(error: unknown): PlatformError {
  if (
    error instanceof ConnectionError ||
    error instanceof TimeoutError ||
    error instanceof UnexpectedAnswerError ||
    (error instanceof HttpStatusError && error.transient)
  ) {
    return error;
  }
  throw error;
}
