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
import { findOutcome } from '../read/outcome';
import { readPagesOfRuns } from '../read/parents';
import { readRun, type Run } from '../read/run';
import { selectRunWithoutJobs } from '../read/selection';
import { parseTimeMs } from '../read/times';

/** A start that may have begun a run, by this process or by an earlier execution that a user retries. */
export interface UnknownStart {
  /** Epoch milliseconds of n8n's clock. */
  sentAtMs: number;
  /** The time when the response was lost. The start may still begin a run during the window of `readLostResponseWindowMs`. */
  lostAtMs: number;
  /** The number of the newest run just before the start was sent; undefined if the runs were not read then. */
  numberBefore?: number;
}

/** A start by this process whose response was lost. */
export interface LostStart extends UnknownStart {
  failure: PlatformError;
  /** Number of the job's runs that were claimed before the start was sent. */
  claimsBefore: number;
  /** True once `resolve` has begun to look for the run of the start. */
  isSearched: boolean;
}

export type Resolution = { kind: 'found'; run: Run } | Unresolved;

export type Unresolved =
  | {
      kind: 'unknown';
      candidates: Run[];
      /** True if `candidates` has every run that may be the requested one. */
      isComplete: boolean;
    }
  | { kind: 'unreadable'; failure: unknown };

interface NewestRuns {
  /** Newest first, at most `limit`. */
  runs: Run[];
  limit: number;
}

const MIN_RUNS_READ = 100;
const RETRY_AFTER_MS = 1_000;
/** If the newest runs were read longer ago than this, other runs may have begun since. */
const MAX_BASELINE_AGE_MS = 10_000;
const MAX_CLOCK_DIFFERENCE_MS = 60 * 60_000;

export const DEFAULT_LOST_RESPONSE_WINDOW_SECONDS = 30;

/** Returns how long a platform may take to begin a run after the response to the start was lost, for example by a gateway's error. */
function readLostResponseWindowMs(): number {
  const seconds = Number(process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS);
  return (seconds > 0 ? seconds : DEFAULT_LOST_RESPONSE_WINDOW_SECONDS) * 1000;
}

/**
 * The runs that belong to starts of this process, by login and ID. They are kept without a time limit, because an execution may
 * retry its items at any time. The size is larger than the number of runs that an execution starts.
 */
const claimedRuns = new Cache<string, true>({ size: 100_000 });

/** By login, kind and ID. The size is larger than the number of jobs that a process starts while it looks for a lost start. */
const startsOfJobs = new Cache<string, JobStarts>({ size: 10_000 });

/**
 * Knows all starts of one job or pipeline in this process with one login, and assigns runs to lost starts. It assigns a run only if
 * - the run is newer than the newest run before the start,
 * - the run was started manually with this login,
 * - the run belongs to no other start of this process,
 * - no other start still waits for its response, and
 * - there are at most as many such runs as lost starts.
 */
export class JobStarts {
  private claims = 0;
  private readonly lostStarts = new Set<LostStart>();
  private startsInFlight = 0;
  private newestNumber: number | undefined;
  private newestReadAtMs = -Infinity;
  private lastRead: Promise<unknown> = Promise.resolve();
  private nextRead: Promise<NewestRuns | { failure: unknown }> | undefined;

  private constructor(
    private readonly endpoint: GraphqlEndpoint,
    private readonly kind: RunKind,
    private readonly parentId: string,
  ) {}

  static of(endpoint: GraphqlEndpoint, kind: RunKind, parentId: string): JobStarts {
    const key = `${endpoint.key} ${kind.noun} ${parentId.toLowerCase()}`;
    return startsOfJobs.getOrSet(key, () => new JobStarts(endpoint, kind, parentId));
  }

  /** True if the newest runs were read recently enough to be the baseline of a start that is sent now. */
  get hasBaseline(): boolean {
    return this.newestReadAtMs >= clock.now() - MAX_BASELINE_AGE_MS;
  }

  /**
   * Reads the newest runs, newest first. They are the baseline of the next starts, which can begin only newer runs.
   * @throws PlatformError if the platform has no such job or pipeline
   */
  async readNewestRuns(
    limit = MIN_RUNS_READ,
    endpoint = this.endpoint,
    options: CallOptions = {},
  ): Promise<Run[]> {
    const readAtMs = clock.now();
    const { kind, parentId } = this;
    const selection = { ofRun: selectRunWithoutJobs };
    const runs: Run[] = [];
    const pages = readPagesOfRuns(endpoint, kind, parentId, selection, { limit }, options);
    for await (const page of pages) {
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
    claimedRuns.set(this.buildClaimKey(runId), true);
  }

  private isClaimed(runId: string): boolean {
    return claimedRuns.get(this.buildClaimKey(runId)) ?? false;
  }

  private buildClaimKey(runId: string): string {
    return `${this.endpoint.key} ${runId}`;
  }

  /** @throws the error of `sendStart` if the run cannot have begun */
  async send<Started extends { id: string }>(
    sendStart: () => Promise<Started>,
  ): Promise<{ run: Started } | { lost: LostStart }> {
    const sentAtMs = clock.now();
    const numberBefore = this.hasBaseline ? this.newestNumber : undefined;
    const claimsBefore = this.claims;
    this.startsInFlight++;
    try {
      const run = await sendStart();
      this.claim(run.id);
      return { run };
    } catch (error) {
      const failure = findLostResponse(error);
      if (!failure) throw error;
      const lostAtMs = clock.now();
      const sent = { sentAtMs, numberBefore, claimsBefore };
      const lost = { ...sent, failure, lostAtMs, isSearched: false };
      this.lostStarts.add(lost);
      return { lost };
    } finally {
      this.startsInFlight--;
    }
  }

  /**
   * Looks for the run of a lost start when its window is over. If other starts still wait for a response, or the platform does not
   * respond, the search continues for one more window. A search that begins later assigns no run, because other clients may have
   * started the job since.
   */
  async resolve(lost: LostStart): Promise<Resolution> {
    const windowMs = readLostResponseWindowMs();
    const isOverdue = () => clock.now() >= lost.lostAtMs + 2 * windowMs;
    const wait = async () => await pause(Math.min(RETRY_AFTER_MS, windowMs / 4), undefined);
    this.lostStarts.add(lost);
    lost.isSearched = true;
    try {
      const searchBeganTooLate = isOverdue();
      await pause(Math.max(0, lost.lostAtMs + windowMs - clock.now()), undefined);
      for (;;) {
        while (this.startsInFlight > 0 && !isOverdue()) await wait();
        const read = await this.readRunsForLostStarts();
        if ('failure' in read) {
          const { failure } = read;
          const isTemporary = failure instanceof PlatformError && failure.isTemporary;
          if (isOverdue() || !isTemporary) return { kind: 'unreadable', failure };
          await wait();
        } else if (this.startsInFlight === 0 || isOverdue()) {
          return this.decide(lost, read, searchBeganTooLate);
        }
      }
    } finally {
      this.lostStarts.delete(lost);
    }
  }

  /** Calls during a read that is in flight share the next read. */
  private async readRunsForLostStarts(): Promise<NewestRuns | { failure: unknown }> {
    this.nextRead ??= this.lastRead.then(() => {
      this.nextRead = undefined;
      const claims = [...this.lostStarts].map(({ claimsBefore }) => this.claims - claimsBefore);
      const limit = MIN_RUNS_READ + Math.max(0, ...claims) + this.lostStarts.size;
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
    { runs, limit }: NewestRuns,
    searchBeganTooLate: boolean,
  ): Resolution {
    this.forgetStartsAfterWindow();
    const { candidates, areAll } = this.findCandidates(lost, runs, limit);
    const isComplete = areAll && lost.numberBefore !== undefined;
    const isCertain =
      isComplete &&
      !searchBeganTooLate &&
      this.startsInFlight === 0 &&
      this.hasLostStartForEach(candidates);
    // Later lost starts still look for their runs, so this start takes the oldest run.
    const run = candidates.at(-1);
    if (!isCertain || !run || !candidates.every((candidate) => this.isManualByThisLogin(candidate)))
      return { kind: 'unknown', candidates, isComplete };
    this.claim(run.id);
    return { kind: 'found', run };
  }

  /**
   * Finds the runs that a start may have begun. If the number of the run before the start is unknown, it compares times, with a
   * margin because clocks differ.
   * @param runs newest first, at most `limit`
   * @returns candidates, and whether these are all
   */
  findCandidates({ sentAtMs, numberBefore }: UnknownStart, runs: readonly Run[], limit: number) {
    const isOlder = (run: Run) => {
      if (numberBefore !== undefined) return (run.number ?? Infinity) <= numberBefore;
      const ranMs = parseTimeMs(run.startTime) ?? parseTimeMs(run.endTime) ?? Infinity;
      return findOutcome(run) !== undefined && ranMs < sentAtMs - MAX_CLOCK_DIFFERENCE_MS;
    };
    const candidates = runs.filter((run) => !isOlder(run) && !this.belongsToAnother(run));
    return { candidates, areAll: runs.length < limit || runs.some(isOlder) };
  }

  /** Returns how much longer a lost start may begin a run; negative if its window is over. */
  getRemainingWindowMs({ lostAtMs }: UnknownStart): number {
    return lostAtMs + readLostResponseWindowMs() - clock.now();
  }

  /** Returns true if each run can belong to a different lost start that was sent before the run began. */
  private hasLostStartForEach(runs: readonly Run[]): boolean {
    const lost = [...this.lostStarts];
    return runs.every(({ number: last = Infinity }) => {
      const begun = runs.filter(({ number = Infinity }) => number <= last);
      const starts = lost.filter(({ numberBefore = Infinity }) => numberBefore < last);
      return begun.length <= starts.length;
    });
  }

  /** Forgets lost starts that can no longer begin a run, except those whose runs are being searched for. */
  private forgetStartsAfterWindow(): void {
    const earliestLostMs = clock.now() - readLostResponseWindowMs();
    for (const lost of this.lostStarts) {
      if (!lost.isSearched && lost.lostAtMs < earliestLostMs) this.lostStarts.delete(lost);
    }
  }

  /** Returns true if the run belongs to a schedule, a pipeline, another login or another start of this process. */
  belongsToAnother({ id, startedBy, trigger = '', pipelineInstanceId }: Run): boolean {
    const isPartOfPipeline =
      Boolean(pipelineInstanceId) || (this.kind.noun === 'job' && /PIPELINE/i.test(trigger));
    const isOtherLogin = startedBy !== undefined && !isSameLogin(startedBy, this.endpoint.login);
    const isScheduled = /CRON|SCHEDUL/i.test(trigger);
    return this.isClaimed(id) || isPartOfPipeline || isOtherLogin || isScheduled;
  }

  /** Returns false on older platforms, which do not return who started a run. */
  private isManualByThisLogin({ number, startedBy, trigger = '' }: Run): boolean {
    const isByLogin = startedBy !== undefined && isSameLogin(startedBy, this.endpoint.login);
    return number !== undefined && isByLogin && /^MANUAL/i.test(trigger);
  }
}

/** Returns the failure if the run may have begun anyway. */
function findLostResponse(failure: unknown): PlatformError | undefined {
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
export type RunsOrFailure = { runs: Run[] } | { failure: unknown };

/**
 * Reads the newest runs of jobs or pipelines before a start, up to 100 jobs in a request.
 * @returns one entry for each ID
 */
export async function readRunsBeforeStart(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parentIds: readonly string[],
  newest: number,
  options: CallOptions = {},
): Promise<Map<string, RunsOrFailure>> {
  const read = async (parentId: string): Promise<[string, RunsOrFailure]> => {
    try {
      const starts = JobStarts.of(endpoint, kind, parentId);
      return [parentId, { runs: await starts.readNewestRuns(newest, endpoint, options) }];
    } catch (failure) {
      return [parentId, { failure }];
    }
  };
  return new Map(await Promise.all([...new Set(parentIds)].map(read)));
}
