import { clock } from '../../time/clock';
import { whenAborted } from '../../time/cancel';
import { CancelledError, type PlatformError } from '../../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { RunUnreadableError, type Unread, type WaitResult } from './failure';
import type { RunRead } from '../read/readRuns';
import {
  isPersistent,
  GIVE_UP_DELAYS,
  classifyFailure,
  type GiveUpDelays,
  type Refusal,
} from './refusals';
import type { Run } from '../read/run';
import { RunPoller, type PolledRun, type WaitKind } from './runPoller';
import { LOST_STATUS, MAX_LOST_POLLS, outcomeOf } from '../read/outcome';

/** How many of the runs waited for are in which status; those not read yet count as `unknown`. */
export type Progress = ReadonlyMap<string, number>;

interface WaiterOptions extends CallOptions {
  /** Called after each poll. */
  onProgress?: (progress: Progress) => void;
  giveUpDelays?: Partial<GiveUpDelays>;
}

/** What could not be read at the last poll is polled again after this time, where that is sooner. */
const NEXT_POLL_AFTER_FAILURE_MS = 2_500;
/** A response may come so much later than its poll is due. */
const POLL_RESPONSE_MARGIN_MS = 2_000;
/** A wait of no length has a poll all the same. */
const MIN_WAIT_MS = 500;

/** How a run is waited for. */
interface WaitOptions {
  timeoutMs: number;
  /** From poll to poll at most: other waits with this login may poll more often. */
  pollIntervalMs: number;
  /** False for a run that a user named: it is given up soon if the platform does not know it. */
  exists?: boolean;
  /** Called once, when the run is first read. */
  onFirstRead?(run: Run): void;
  /** Default: by its status and end time. */
  hasEnded?(run: Run): boolean;
}

/** What is known of a run that is waited for. */
interface RunWait {
  runId: string;
  options: WaitOptions;
  lastRead?: Run;
  /** When it was read last, or its wait began; epoch milliseconds. */
  readAtMs: number;
  /** How many polls in a row found that the platform has lost sight of it. */
  lostPolls: number;
  refusal?: Refusal;
  /** Why the last poll could not read it. */
  failure?: PlatformError;
  settle(result: WaitResult | { rejected: unknown }): void;
}

/**
 * Waits for the ends of the runs of one execution, together with all others in this process that wait with the same
 * login (see `RunPoller`). Nothing but the end of a run, its timeout, a cancel, or a refusal or the status UNKNOWN that lasts
 * ends its wait.
 */
export class RunWaiter {
  private readonly waits = new Set<RunWait>();
  private readonly giveUpDelays: GiveUpDelays;
  private isProgressReported = true;

  constructor(
    private readonly endpoint: GraphqlEndpoint,
    private readonly kind: WaitKind,
    private readonly options: WaiterOptions,
  ) {
    this.giveUpDelays = { ...GIVE_UP_DELAYS, ...options.giveUpDelays };
  }

  /**
   * Waits until a run has ended or its time is up.
   * @throws CancelledError; RunUnreadableError; InvalidInputError for what can be no ID of a run
   */
  async waitForEnd(runId: string, options: WaitOptions): Promise<WaitResult> {
    const { signal, secrets = [] } = this.options;
    const { timeoutMs, pollIntervalMs } = options;
    if (signal?.aborted) throw new CancelledError('none');
    const poller = RunPoller.of(this.endpoint, this.kind);
    return await new Promise<WaitResult>((resolve, reject) => {
      const settle: RunWait['settle'] = (result) => {
        this.waits.delete(wait);
        poller.remove(polled);
        forgetCancel?.();
        if ('rejected' in result) reject(result.rejected as Error);
        else resolve(result);
      };
      const readAtMs = clock.now();
      const wait: RunWait = { runId, options, settle, readAtMs, lostPolls: 0 };
      const polled: PolledRun = {
        runId,
        pollIntervalMs,
        secrets,
        deadlineMs: clock.now() + Math.max(timeoutMs, MIN_WAIT_MS),
        onRead: (read, now) => this.applyRead(wait, read, now),
        afterPoll: () => this.reportProgress(),
        onDeadline: () =>
          settle({ ended: false, run: wait.lastRead, unread: this.unreadSince(wait) }),
      };
      const forgetCancel =
        signal && whenAborted(signal, () => settle({ rejected: new CancelledError() }));
      this.waits.add(wait);
      poller.add(polled);
    });
  }

  /** @returns when it needs a poll of its own, because it could not be read */
  private applyRead(wait: RunWait, read: RunRead, now: number): number | undefined {
    const { options } = wait;
    const { hasEnded = (run) => outcomeOf(run) !== undefined } = options;
    this.isProgressReported = false;
    if ('run' in read) {
      if (!wait.lastRead) options.onFirstRead?.(read.run);
      wait.lastRead = read.run;
      wait.readAtMs = now;
      wait.failure = undefined;
      wait.refusal = undefined;
      // An app may come back.
      const isLost = this.kind.noun !== 'app' && read.run.status === LOST_STATUS;
      wait.lostPolls = isLost ? wait.lostPolls + 1 : 0;
      if (hasEnded(read.run) || wait.lostPolls >= MAX_LOST_POLLS)
        wait.settle({ ended: true, run: read.run });
      return undefined;
    }
    const { failure } = read;
    wait.failure = failure;
    const refusal = classifyFailure(wait.refusal, failure, now);
    wait.refusal = refusal === 'permanent' ? undefined : refusal;
    const exists = options.exists !== false || wait.lastRead !== undefined;
    if (refusal === 'permanent') wait.settle({ rejected: failure });
    else if (refusal && isPersistent(refusal, exists, this.giveUpDelays, now)) {
      const { runId, lastRead } = wait;
      wait.settle({ rejected: new RunUnreadableError(this.kind, runId, lastRead, failure) });
    }
    return now + NEXT_POLL_AFTER_FAILURE_MS;
  }

  /** A poll that is under way when time is up is no failure where the one before it was lately. */
  private unreadSince({ readAtMs, failure, options }: RunWait): Unread | undefined {
    const expectedMs = Math.max(options.pollIntervalMs, MIN_WAIT_MS) + POLL_RESPONSE_MARGIN_MS;
    if (!failure && clock.now() - readAtMs <= expectedMs) return undefined;
    return { sinceMs: readAtMs, failure };
  }

  /** Once after each poll. */
  private reportProgress(): void {
    if (this.isProgressReported || this.options.signal?.aborted) return;
    this.isProgressReported = true;
    this.options.onProgress?.(this.progress());
  }

  private progress(): Progress {
    const counts = new Map<string, number>();
    for (const { lastRead } of this.waits) {
      const status = lastRead?.status ?? 'unknown';
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
    return counts;
  }
}
