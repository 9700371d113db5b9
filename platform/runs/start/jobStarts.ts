import {
  CancelledError,
  OutcomeUnknownError,
  PlatformError,
  UnexpectedResponseError,
} from '../../common/errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { pause } from '../../http/retry';
import { Cache } from '../../common/time/cache';
import { clock } from '../../common/time/clock';
import type { RunKind } from '../kinds';
import { outcomeOf } from '../read/outcome';
import { pagesOfRuns } from '../read/parents';
import { readRun, type Run } from '../read/run';
import { selectRunWithoutJobs } from '../read/selection';
import { timeMs } from '../read/times';

export interface UnknownStart {
  /** Epoch milliseconds of n8n's clock. */
  sentAtMs: number;
  /** When its response was lost: it may still begin a run during the window; see `lostAnswerWindowMs`. */
  lostAtMs: number;
  /** The number of the newest run just before it was sent, if it was read. */
  numberBefore?: number;
}

export interface LostStart extends UnknownStart {
  failure: PlatformError;
  /** Number of the job's runs that were claimed before it was sent. */
  claimsBefore: number;
  isSought: boolean;
}

export type Resolution = { kind: 'found'; run: Run } | Unresolved;

export type Unresolved =
  | {
      kind: 'unknown';
      candidates: Run[];
      /** Whether all runs since the start were compared with those before it. */
      isComplete: boolean;
    }
  | { kind: 'unreadable'; failure: unknown };

interface RunsForLost {
  /** Newest first. */
  runs: Run[];
  limit: number;
}

const NEWEST_RUNS = 100;
const RETRY_AFTER_MS = 1_000;
/** After an older read, other runs may have begun before the start. */
const MAX_BASELINE_AGE_MS = 10_000;
const MAX_CLOCK_DIFFERENCE_MS = 60 * 60_000;

export const DEFAULT_WINDOW_SECONDS = 30;

/** A platform may begin a run long after a gateway's error. */
function lostAnswerWindowMs(): number {
  const seconds = Number(process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS);
  return (seconds > 0 ? seconds : DEFAULT_WINDOW_SECONDS) * 1000;
}

/**
 * Runs that starts of this process began, by login and ID. A claim has no time limit, as an execution may retry its items at
 * any time. An execution starts fewer runs than the size.
 */
const claimedRuns = new Cache<string, true>({ size: 100_000 });

/** By login, kind and ID. A process starts fewer jobs than the size during the search for a lost start. */
const startsOfJobs = new Cache<string, JobStarts>({ size: 10_000 });

/**
 * All starts of one job or pipeline in this process with one login. A run is assigned to a lost start only if the run is newer
 * than the newest one before the start, was started manually with this login and belongs to no other start of this process; and
 * only if no start waits for its response and there are not more such runs than lost starts.
 */
export class JobStarts {
  private claims = 0;
  private readonly lostStarts = new Set<LostStart>();
  private unanswered = 0;
  private newestNumber: number | undefined;
  private newestReadAtMs = -Infinity;
  private lastRead: Promise<unknown> = Promise.resolve();
  private nextRead: Promise<RunsForLost | { failure: unknown }> | undefined;

  private constructor(
    private readonly endpoint: GraphqlEndpoint,
    private readonly kind: RunKind,
    private readonly parentId: string,
  ) {}

  static of(endpoint: GraphqlEndpoint, kind: RunKind, parentId: string): JobStarts {
    const key = `${endpoint.key} ${kind.noun} ${parentId.toLowerCase()}`;
    return startsOfJobs.getOrSet(key, () => new JobStarts(endpoint, kind, parentId));
  }

  /** Whether a start that is sent now knows the runs before it. */
  get hasBaseline(): boolean {
    return this.newestReadAtMs >= clock.now() - MAX_BASELINE_AGE_MS;
  }

  /**
   * Reads the newest runs, newest first, as the baseline of the starts that follow.
   * @throws PlatformError if the platform has no such job or pipeline
   */
  async readNewestRuns(
    limit = NEWEST_RUNS,
    endpoint = this.endpoint,
    options: CallOptions = {},
  ): Promise<Run[]> {
    const readAtMs = clock.now();
    const { kind, parentId } = this;
    const selection = { ofRun: selectRunWithoutJobs };
    const runs: Run[] = [];
    for await (const page of pagesOfRuns(endpoint, kind, parentId, selection, { limit }, options)) {
      if ('gone' in page) throw page.gone;
      runs.push(...page.instances.map((run) => readRun(run, 'instances')));
    }
    if (readAtMs >= this.newestReadAtMs) {
      const newest = Math.max(0, ...runs.map(({ number = Infinity }) => number));
      this.newestNumber = newest < Infinity ? newest : undefined;
      this.newestReadAtMs = readAtMs;
    }
    return runs;
  }

  /** Assigns a run to a start of this process, so that no other start gets it. */
  claim(runId: string): void {
    if (!this.isClaimed(runId)) this.claims++;
    claimedRuns.set(this.keyOf(runId), true);
  }

  private isClaimed(runId: string): boolean {
    return claimedRuns.get(this.keyOf(runId)) ?? false;
  }

  private keyOf(runId: string): string {
    return `${this.endpoint.key} ${runId}`;
  }

  /** @throws the error of `send`, unless the run may have begun anyway */
  async send<Started extends { id: string }>(
    send: () => Promise<Started>,
  ): Promise<{ run: Started } | { lost: LostStart }> {
    const sentAtMs = clock.now();
    const numberBefore = this.hasBaseline ? this.newestNumber : undefined;
    const claimsBefore = this.claims;
    this.unanswered++;
    try {
      const run = await send();
      this.claim(run.id);
      return { run };
    } catch (error) {
      const failure = lostAnswer(error);
      if (!failure) throw error;
      const lostAtMs = clock.now();
      const sent = { sentAtMs, numberBefore, claimsBefore };
      const lost = { ...sent, failure, lostAtMs, isSought: false };
      this.lostStarts.add(lost);
      return { lost };
    } finally {
      this.unanswered--;
    }
  }

  /**
   * Looks for the run of a lost start once its window is over. If other starts still wait for a response, or the platform does not
   * respond, it tries for the same time again. A later search proves nothing: others may have started the job since.
   */
  async resolve(lost: LostStart): Promise<Resolution> {
    const windowMs = lostAnswerWindowMs();
    const isOverdue = () => clock.now() >= lost.lostAtMs + 2 * windowMs;
    const wait = async () => await pause(Math.min(RETRY_AFTER_MS, windowMs / 4), undefined);
    this.lostStarts.add(lost);
    lost.isSought = true;
    try {
      const hasBegunOverdue = isOverdue();
      await pause(Math.max(0, lost.lostAtMs + windowMs - clock.now()), undefined);
      for (;;) {
        while (this.unanswered > 0 && !isOverdue()) await wait();
        const read = await this.readForLost();
        if ('failure' in read) {
          const { failure } = read;
          const isTemporary = failure instanceof PlatformError && failure.isTemporary;
          if (isOverdue() || !isTemporary) return { kind: 'unreadable', failure };
          await wait();
        } else if (this.unanswered === 0 || isOverdue()) {
          return this.decide(lost, read, hasBegunOverdue);
        }
      }
    } finally {
      this.lostStarts.delete(lost);
    }
  }

  /** Lost starts that call this while a read is in flight share the next read. */
  private async readForLost(): Promise<RunsForLost | { failure: unknown }> {
    this.nextRead ??= this.lastRead.then(() => {
      this.nextRead = undefined;
      const claims = [...this.lostStarts].map(({ claimsBefore }) => this.claims - claimsBefore);
      const limit = NEWEST_RUNS + Math.max(0, ...claims) + this.lostStarts.size;
      const read = this.readNewestRuns(limit).then(
        (runs) => ({ runs, limit }),
        (failure: unknown) => ({ failure }),
      );
      this.lastRead = read;
      return read;
    });
    return await this.nextRead;
  }

  private decide(
    lost: LostStart,
    { runs, limit }: RunsForLost,
    hasBegunOverdue: boolean,
  ): Resolution {
    this.forgetOverdue();
    const { candidates, areAll } = this.findCandidates(lost, runs, limit);
    const isComplete = areAll && lost.numberBefore !== undefined;
    const isClear =
      isComplete && !hasBegunOverdue && this.unanswered === 0 && this.areEnoughLost(candidates);
    // Later starts still look for their runs, so this one takes the oldest.
    const run = candidates.at(-1);
    if (!isClear || !run || !candidates.every((one) => this.isOfThisLogin(one)))
      return { kind: 'unknown', candidates, isComplete };
    this.claim(run.id);
    return { kind: 'found', run };
  }

  /**
   * Finds the runs that a start may have begun. Without the number of the run before it, only times are left, and clocks differ.
   * @param runs newest first, at most `limit`
   * @returns also whether these are all such runs
   */
  findCandidates({ sentAtMs, numberBefore }: UnknownStart, runs: readonly Run[], limit: number) {
    const isOlder = (run: Run) => {
      if (numberBefore !== undefined) return (run.number ?? Infinity) <= numberBefore;
      const ranMs = timeMs(run.startTime) ?? timeMs(run.endTime) ?? Infinity;
      return outcomeOf(run) !== undefined && ranMs < sentAtMs - MAX_CLOCK_DIFFERENCE_MS;
    };
    const candidates = runs.filter((run) => !isOlder(run) && !this.isOfAnother(run));
    return { candidates, areAll: runs.length < limit || runs.some(isOlder) };
  }

  /** Returns how much longer a lost start may begin a run; negative once its window is over. */
  msUntilSettled({ lostAtMs }: UnknownStart): number {
    return lostAtMs + lostAnswerWindowMs() - clock.now();
  }

  /** Whether each run can belong to a different lost start that was sent before the run began. */
  private areEnoughLost(runs: readonly Run[]): boolean {
    const lost = [...this.lostStarts];
    return runs.every(({ number: last = Infinity }) => {
      const begun = runs.filter(({ number = Infinity }) => number <= last);
      const starts = lost.filter(({ numberBefore = Infinity }) => numberBefore < last);
      return begun.length <= starts.length;
    });
  }

  /** A lost start that is not sought counts as long as it may still begin a run. */
  private forgetOverdue(): void {
    const firstLostMs = clock.now() - lostAnswerWindowMs();
    for (const lost of this.lostStarts) {
      if (!lost.isSought && lost.lostAtMs < firstLostMs) this.lostStarts.delete(lost);
    }
  }

  /** Whether the run belongs to a schedule, a pipeline, another login or another start of this process. */
  isOfAnother({ id, startedBy, trigger = '', pipelineInstanceId }: Run): boolean {
    const isPartOfPipeline =
      Boolean(pipelineInstanceId) || (this.kind.noun === 'job' && /PIPELINE/i.test(trigger));
    const isOtherLogin = startedBy !== undefined && !isSameLogin(startedBy, this.endpoint.login);
    const isScheduled = /CRON|SCHEDUL/i.test(trigger);
    return this.isClaimed(id) || isPartOfPipeline || isOtherLogin || isScheduled;
  }

  /** False also on older platforms, which do not return who started a run. */
  private isOfThisLogin({ number, startedBy, trigger = '' }: Run): boolean {
    const isByLogin = startedBy !== undefined && isSameLogin(startedBy, this.endpoint.login);
    return number !== undefined && isByLogin && /^MANUAL/i.test(trigger);
  }
}

function lostAnswer(failure: unknown): PlatformError | undefined {
  if (failure instanceof OutcomeUnknownError) return failure.failure;
  if (failure instanceof CancelledError && failure.effect !== 'none') return failure;
  // If only the response cannot be read, the run has probably begun.
  const isUnread =
    failure instanceof UnexpectedResponseError && failure.effectOfLastSend !== 'none';
  return isUnread ? failure : undefined;
}

function isSameLogin(author: string, login: string): boolean {
  return author.trim().toLowerCase() === login.trim().toLowerCase();
}

/** Runs are newest first. */
export type NewestRunsRead = { runs: Run[] } | { failure: unknown };

/**
 * Reads the newest runs of jobs or pipelines before a start: up to 100 jobs in a request.
 * @returns one entry for each ID
 */
export async function readRunsBeforeStart(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parentIds: readonly string[],
  newest: number,
  options: CallOptions = {},
): Promise<Map<string, NewestRunsRead>> {
  const read = async (parentId: string): Promise<[string, NewestRunsRead]> => {
    try {
      const starts = JobStarts.of(endpoint, kind, parentId);
      return [parentId, { runs: await starts.readNewestRuns(newest, endpoint, options) }];
    } catch (failure) {
      return [parentId, { failure }];
    }
  };
  return new Map(await Promise.all([...new Set(parentIds)].map(read)));
}
