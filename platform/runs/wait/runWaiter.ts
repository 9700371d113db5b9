import {
  CancelledError,
  ConnectionError,
  InvalidInputError,
  PlatformError,
  UnexpectedResponseError,
} from '../../common/errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { MAX_TIMER_MS } from '../../http/limits';
import { createTimeout, whenAborted } from '../../common/time/cancel';
import { clock, type Timer } from '../../common/time/clock';
import type { RunKind } from '../kinds';
import { MAX_UNTRACKED_MS, UNTRACKED_STATUS, findOutcome } from '../read/outcome';
import { timeoutError } from '../read/readOptional';
import {
  isRunNotFound,
  readEachById,
  readRuns,
  type ReadableById,
  type RunOrFailure,
} from '../read/readRuns';
import type { Run } from '../read/run';
import { RunUnreadableError, type Unread, type WaitResult } from './failure';

/** A wait for a run ends when the run has ended. A wait for an app ends when the app has started. */
export type WaitKind = RunKind | (ReadableById & { noun: 'app' });

const POLL_AFTER_FAILURE_MS = 2_500;
const POLL_RESPONSE_MARGIN_MS = 2_000;
/** Leaves time for one poll, even with the timeout 0. */
const MIN_WAIT_MS = 500;

interface WaitOptions {
  timeoutMs: number;
  /** The time between two polls. Other waits with this login may shorten it. */
  pollIntervalMs: number;
  /** True for an ID from a user. The wait then ends soon if the platform does not know the ID. */
  mayNotExist?: boolean;
  onFirstRead?(run: Run): void;
  /** The default checks the status and the end time. */
  hasEnded?: (run: Run) => boolean;
}

interface RunWait {
  runId: string;
  options: WaitOptions;
  lastRead?: Run;
  /** Time of the last successful read, or of the start of the wait; epoch milliseconds. */
  readAtMs: number;
  /** Each successful read since this time found the status UNKNOWN; epoch milliseconds. */
  untrackedSinceMs?: number;
  /** The refusal that the latest polls got. */
  refusal?: { kind: string; sinceMs: number };
  /** The failure of the last poll. */
  failure?: PlatformError;
  settle(result: WaitResult | { rejected: unknown }): void;
}

/**
 * Waits for the runs of one execution. A wait ends when its run ends, at its timeout, if it is canceled, or if a refusal or the
 * status UNKNOWN lasts. `RunPoller` reads the runs of all executions in this process with one login.
 */
export class RunWaiter {
  constructor(
    private readonly endpoint: GraphqlEndpoint,
    private readonly kind: WaitKind,
    private readonly options: CallOptions,
  ) {}

  /**
   * Waits until a run has ended or its timeout is over.
   * @throws CancelledError, RunUnreadableError, or the error of a read that cannot succeed later, such as InvalidInputError
   */
  async waitForEnd(runId: string, options: WaitOptions): Promise<WaitResult> {
    const { signal, secrets = [] } = this.options;
    const { timeoutMs, pollIntervalMs } = options;
    if (signal?.aborted) throw new CancelledError('none');
    const poller = RunPoller.of(this.endpoint, this.kind);
    return await new Promise<WaitResult>((resolve, reject) => {
      const settle: RunWait['settle'] = (result) => {
        poller.remove(polled);
        forgetCancel?.();
        if ('rejected' in result) reject(result.rejected as Error);
        else resolve(result);
      };
      const wait: RunWait = { runId, options, settle, readAtMs: clock.now() };
      const polled: PolledRun = {
        runId,
        pollIntervalMs,
        secrets,
        deadlineMs: clock.now() + Math.max(timeoutMs, MIN_WAIT_MS),
        onRead: (read, now) => this.applyRead(wait, read, now),
        onDeadline: () =>
          settle({ kind: 'timedOut', run: wait.lastRead, unread: this.findUnread(wait) }),
      };
      const forgetCancel =
        signal && whenAborted(signal, () => settle({ rejected: new CancelledError() }));
      poller.add(polled);
    });
  }

  /** @returns time by which to poll again if the run could not be read */
  private applyRead(wait: RunWait, read: RunOrFailure, now: number): number | undefined {
    const { options } = wait;
    const { hasEnded = (run) => findOutcome(run) !== undefined } = options;
    if ('run' in read) {
      const { run } = read;
      if (!wait.lastRead) options.onFirstRead?.(run);
      wait.lastRead = run;
      wait.readAtMs = now;
      wait.failure = undefined;
      wait.refusal = undefined;
      // An app with the status UNKNOWN may start again.
      const isUntracked = this.kind.noun !== 'app' && run.status === UNTRACKED_STATUS;
      wait.untrackedSinceMs = isUntracked ? (wait.untrackedSinceMs ?? now) : undefined;
      if (hasEnded(run)) wait.settle({ kind: 'ended', run });
      else if (now - (wait.untrackedSinceMs ?? now) >= MAX_UNTRACKED_MS)
        wait.settle({ kind: 'untracked', run });
      return undefined;
    }
    wait.failure = read.failure;
    this.applyFailure(wait, read.failure, now);
    return now + POLL_AFTER_FAILURE_MS;
  }

  private applyFailure(wait: RunWait, failure: PlatformError, now: number): void {
    const { runId, lastRead, options, refusal: before } = wait;
    const failureClass = classifyFailure(failure);
    const mayNotExist = options.mayNotExist && !lastRead;
    if (failureClass === 'final' || (failureClass === 'unsupported' && mayNotExist))
      return wait.settle({ rejected: failure });
    wait.refusal = undefined;
    if (failureClass === 'temporary') return;
    const kind =
      failureClass === 'refused' ? `${failure.name} ${failure.status ?? ''}` : failureClass;
    const sinceMs = before?.kind === kind ? before.sinceMs : now;
    wait.refusal = { kind, sinceMs };
    const maxMs = failureClass === 'notFound' && mayNotExist ? MAX_NOT_FOUND_MS : MAX_REFUSAL_MS;
    if (now - sinceMs >= maxMs)
      wait.settle({ rejected: new RunUnreadableError(this.kind, runId, lastRead, failure) });
  }

  /** Returns undefined if the last read is recent, even if a poll is in flight at the timeout. */
  private findUnread({ readAtMs, failure, options }: RunWait): Unread | undefined {
    const expectedMs = Math.max(options.pollIntervalMs, MIN_WAIT_MS) + POLL_RESPONSE_MARGIN_MS;
    if (!failure && clock.now() - readAtMs <= expectedMs) return undefined;
    return { sinceMs: readAtMs, failure };
  }
}

/**
 * How a failed poll affects a wait: `final` ends the wait, `temporary` does not, and the others may end it. `unsupported`
 * means that the schema lacks the query, perhaps only during an upgrade.
 */
type FailureClass = 'final' | 'temporary' | 'unsupported' | 'notFound' | 'refused';

/** The first row whose condition is true applies. */
const FAILURE_CLASSES: ReadonlyArray<[(failure: PlatformError) => boolean, FailureClass]> = [
  [(failure) => failure instanceof InvalidInputError, 'final'],
  [(failure) => failure.code === 'NOT_SUPPORTED', 'unsupported'],
  [(failure) => failure instanceof ConnectionError || failure.isTemporary, 'temporary'],
  [isRunNotFound, 'notFound'],
  // For example a gateway's page.
  [(failure) => failure instanceof UnexpectedResponseError, 'temporary'],
];

const MAX_REFUSAL_MS = 60_000;
/** Applies to an ID from a user if the run was never read. */
const MAX_NOT_FOUND_MS = 5_000;

function classifyFailure(failure: unknown): FailureClass {
  if (!(failure instanceof PlatformError)) return 'final';
  return FAILURE_CLASSES.find(([applies]) => applies(failure))?.[1] ?? 'refused';
}

const FIRST_POLL_AFTER_MS = 1_000;
const LAST_POLL_BEFORE_DEADLINE_MS = 500;
const POLL_TIMEOUT_MS = 30_000;
const TIMEOUT_HINT = 'The platform may be overloaded or down.';

/** Times are epoch milliseconds of this machine. */
interface PolledRun {
  runId: string;
  pollIntervalMs: number;
  deadlineMs: number;
  secrets: readonly string[];
  /** @returns time by which to poll again, if it is sooner than usual */
  onRead(read: RunOrFailure, now: number): number | undefined;
  onDeadline(): void;
}

const pollers = new Map<string, RunPoller>();

/**
 * Polls all runs of one kind that this process waits for with one login, up to 100 in a request. It polls at the shortest interval,
 * soon after a failure, and shortly before each deadline. One timer wakes it for the next poll or the next deadline. Deadlines apply
 * even while a poll hangs. There is one poll at a time, so a slow platform gets fewer requests. The poller itself never gives up.
 * When the last run is removed, the poll in flight is canceled.
 */
class RunPoller {
  private readonly waiting = new Set<PolledRun>();
  private lastPollMs = -Infinity;
  private nextPollMs = Infinity;
  private timer: Timer | undefined;
  private wakeMs = Infinity;
  private pollInFlight: AbortController | undefined;

  private constructor(
    private readonly endpoint: GraphqlEndpoint,
    private readonly kind: WaitKind,
    private readonly key: string,
  ) {}

  static of(endpoint: GraphqlEndpoint, kind: WaitKind): RunPoller {
    const key = `${endpoint.key} ${kind.noun}`;
    const poller = pollers.get(key) ?? new RunPoller(endpoint, kind, key);
    pollers.set(key, poller);
    return poller;
  }

  add(polled: PolledRun): void {
    const isFirst = this.waiting.size === 0;
    const withinMs = Math.max(isFirst ? 0 : polled.pollIntervalMs, FIRST_POLL_AFTER_MS);
    this.nextPollMs = Math.min(this.nextPollMs, clock.now() + withinMs);
    this.waiting.add(polled);
    this.wakeBy(this.findDueMs(polled));
  }

  remove(polled: PolledRun): void {
    if (!this.waiting.delete(polled) || this.waiting.size > 0) return;
    this.stopTimer();
    this.pollInFlight?.abort();
    pollers.delete(this.key);
  }

  private wake(): void {
    const now = clock.now();
    for (const polled of this.waiting) {
      if (polled.deadlineMs > now) continue;
      this.remove(polled);
      polled.onDeadline();
    }
    if (!this.pollInFlight && this.findNextDueMs() <= now) void this.poll(now);
    this.sleep();
  }

  private sleep(): void {
    this.stopTimer();
    this.wakeBy(this.findNextDueMs());
  }

  private findNextDueMs(): number {
    let dueMs = Infinity;
    for (const polled of this.waiting) dueMs = Math.min(dueMs, this.findDueMs(polled));
    return dueMs;
  }

  /** Returns the time of the next poll or the deadline, whichever is earlier; while a poll is in flight, returns the deadline. */
  private findDueMs({ deadlineMs }: PolledRun): number {
    if (this.pollInFlight) return deadlineMs;
    const finalPollMs = deadlineMs - LAST_POLL_BEFORE_DEADLINE_MS;
    const isFinalPollDone = finalPollMs <= this.lastPollMs;
    return Math.min(deadlineMs, this.nextPollMs, isFinalPollDone ? Infinity : finalPollMs);
  }

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
    this.pollInFlight = poll;
    this.lastPollMs = beganMs;
    const polled = [...this.waiting];
    const intervalMs = polled.reduce(
      (shortest, { pollIntervalMs }) => Math.min(shortest, pollIntervalMs),
      Infinity,
    );
    this.nextPollMs = beganMs + intervalMs;
    const reads = await this.read(polled, poll.signal);
    const now = clock.now();
    for (const run of polled.filter((run) => this.waiting.has(run))) {
      const byMs = run.onRead(reads(run.runId), now) ?? Infinity;
      this.nextPollMs = Math.min(this.nextPollMs, byMs);
    }
    this.pollInFlight = undefined;
    if (this.waiting.size > 0) this.sleep();
  }

  private async read(
    polled: readonly PolledRun[],
    cancelled: AbortSignal,
  ): Promise<(runId: string) => RunOrFailure> {
    const { endpoint, kind } = this;
    const limit = createTimeout(POLL_TIMEOUT_MS);
    const ids = [...new Set(polled.map(({ runId }) => runId))];
    const secrets = [...new Set(polled.flatMap((run) => run.secrets))];
    const options = { secrets, signal: AbortSignal.any([limit, cancelled]) };
    try {
      const reads =
        kind.noun === 'app'
          ? await readEachById(endpoint, kind, ids, options)
          : await readRuns(endpoint, kind, ids, options);
      return (runId) => reads.get(runId) ?? { failure: timeoutError(endpoint.url, TIMEOUT_HINT) };
    } catch (error) {
      const failure = limit.aborted
        ? timeoutError(endpoint.url, TIMEOUT_HINT)
        : (error as PlatformError);
      return () => ({ failure });
    }
  }
}
