import { clock } from '../../time/clock';
import { whenAborted } from '../../time/cancel';
import { CancelledError, type PlatformError } from '../../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { RunOutOfSightError, type Unread, type Wait } from './failure';
import type { RunRead } from '../read/getRuns';
import type { RunKind } from '../kinds';
import { isLasting, PATIENCE, readBadly, type Patience, type Refusal } from './refusals';
import type { Run } from '../read/run';
import { RunPoll, type PolledRun } from './runPoll';
import { outcomeOf } from '../read/outcome';

/** How many of the runs waited for are in which status; those not seen yet count as `unknown`. */
export type Progress = ReadonlyMap<string, number>;

interface WatcherOptions extends CallOptions {
  /** Milliseconds from look to look at most: who waits for other runs with this login may look oftener. */
  pollIntervalMs: number;
  /** Called after each look. */
  onProgress?: (progress: Progress) => void;
  patience?: Partial<Patience>;
}

/** What was not seen at the last look is looked at again after this time, where that is sooner. */
const NEXT_LOOK_AFTER_FAILURE_MS = 2_500;
/** So much later than it is due a look may be answered. */
const LATE_LOOK_MS = 2_000;
/** A wait of no length has a look all the same. */
const SHORTEST_WAIT_MS = 500;

/** What is known of a run that is waited for. */
interface Watched {
  runId: string;
  /** Whether the run is known to exist: it may appear late. */
  exists: boolean;
  seen?: Run;
  /** When it was read last, or its wait began; epoch milliseconds. */
  readAtMs: number;
  onSeen?(run: Run): void;
  refusal?: Refusal;
  /** Why the last look did not see it. */
  failure?: PlatformError;
  settle(result: Wait | { rejected: unknown }): void;
}

/**
 * Waits for the ends of the runs of one execution, together with all others in this process that wait with the same
 * login (see `RunPoll`). Nothing but the end of a run, its timeout, a cancel or a refusal that lasts ends its wait.
 */
export class RunWatcher {
  private readonly watched = new Set<Watched>();
  private readonly patience: Patience;
  private isProgressTold = true;

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
   * @param onSeen called once, when a look first shows the run
   * @throws CancelledError; RunOutOfSightError; InvalidInputError for what can be no ID of a run
   */
  async end(
    runId: string,
    timeoutMs: number,
    { exists = true, onSeen }: { exists?: boolean; onSeen?(run: Run): void } = {},
  ): Promise<Wait> {
    const { signal, pollIntervalMs, secrets = [] } = this.options;
    if (signal?.aborted) throw new CancelledError('never');
    const poll = RunPoll.of(this.endpoint, this.kind);
    return await new Promise<Wait>((resolve, reject) => {
      const settle: Watched['settle'] = (result) => {
        this.watched.delete(watched);
        poll.remove(polled);
        forgetCancel?.();
        if ('rejected' in result) reject(result.rejected as Error);
        else resolve(result);
      };
      const watched: Watched = { runId, exists, onSeen, settle, readAtMs: clock.now() };
      const polled: PolledRun = {
        runId,
        pollIntervalMs,
        secrets,
        deadlineMs: clock.now() + Math.max(timeoutMs, SHORTEST_WAIT_MS),
        onLook: (read, now) => this.take(watched, read, now),
        afterLook: () => this.tellProgress(),
        onDeadline: () =>
          settle({ ended: false, run: watched.seen, unread: this.unreadSince(watched) }),
      };
      const forgetCancel =
        signal && whenAborted(signal, () => settle({ rejected: new CancelledError() }));
      this.watched.add(watched);
      poll.add(polled);
    });
  }

  /** @returns when it has to be looked at again soon, because nothing was seen of it */
  private take(watched: Watched, read: RunRead, now: number): number | undefined {
    this.isProgressTold = false;
    if ('run' in read) {
      if (!watched.seen) watched.onSeen?.(read.run);
      watched.seen = read.run;
      watched.readAtMs = now;
      watched.failure = undefined;
      watched.refusal = undefined;
      if (outcomeOf(read.run.status)) watched.settle({ ended: true, run: read.run });
      return undefined;
    }
    const { failure } = read;
    watched.failure = failure;
    const verdict = readBadly(watched.refusal, failure, now);
    watched.refusal = verdict === 'never' ? undefined : verdict;
    if (verdict === 'never') watched.settle({ rejected: failure });
    else if (verdict && this.isGivenUp(watched, verdict, now)) {
      const { runId, seen } = watched;
      watched.settle({ rejected: new RunOutOfSightError(this.kind, runId, seen, failure) });
    }
    return now + NEXT_LOOK_AFTER_FAILURE_MS;
  }

  /** A look that is under way when time is up is no failure where the one before it was lately. */
  private unreadSince({ readAtMs, failure }: Watched): Unread | undefined {
    const latelyMs = Math.max(this.options.pollIntervalMs, SHORTEST_WAIT_MS) + LATE_LOOK_MS;
    if (!failure && clock.now() - readAtMs <= latelyMs) return undefined;
    return { sinceMs: readAtMs, failure };
  }

  private isGivenUp({ exists, seen }: Watched, refusal: Refusal, now: number): boolean {
    return isLasting(refusal, exists || seen !== undefined, this.patience, now);
  }

  /** Once after each look. */
  private tellProgress(): void {
    if (this.isProgressTold || this.options.signal?.aborted) return;
    this.isProgressTold = true;
    this.options.onProgress?.(this.progress());
  }

  private progress(): Progress {
    const counts = new Map<string, number>();
    for (const { seen } of this.watched) {
      const status = seen?.status ?? 'unknown';
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
    return counts;
  }
}
