import { PlatformError } from '../../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { pause } from '../../http/retry';
import { clock } from '../../time/clock';
import type { RunKind } from '../kinds';
import { listNewestRuns } from '../read/listRuns';
import { outcomeOf } from '../read/outcome';
import type { Run } from '../read/run';

/** A start whose response was lost. Times are epoch milliseconds. */
export interface LostStart {
  lostAtMs: number;
  failure: PlatformError;
  /** The number of the newest run just before the start was sent; undefined if that was not read. */
  numberBefore: number | undefined;
  /** Until then, it may begin a run. */
  mayBeginUntilMs: number;
}

/** The result of looking for the run of a lost start. */
export type Resolution =
  | { kind: 'found'; run: Run }
  | {
      kind: 'unknown';
      /** Runs that may be the requested one. */
      candidates: Run[];
      /** Whether all runs since the start were compared with those before it. */
      isComplete: boolean;
    }
  | { kind: 'unreadable'; failure: unknown };

interface ReadRuns {
  /** Newest first. */
  runs: Run[];
  /** Whether the job has no others. */
  areAll: boolean;
}

const NEWEST_RUNS = 100;
const RETRY_AFTER_MS = 1_000;
/** A read that is older does not show which runs there were before a start. */
const MAX_BASELINE_AGE_MS = 30_000;
/** How long it is remembered which runs belong to starts of this process. */
const CLAIMS_KEPT_MS = 15 * 60_000;

export const DEFAULT_WINDOW_SECONDS = 30;

/** Returns how long to wait for the run of a lost start: a platform may begin it long after a gateway's error. */
export function lostAnswerWindowMs(): number {
  const seconds = Number(process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS);
  return (seconds > 0 ? seconds : DEFAULT_WINDOW_SECONDS) * 1000;
}

/**
 * All starts of one job or pipeline in this process with one login. A lost start gets a run only if the run is newer than the
 * newest one before the start, was started by hand with this login and belongs to no other start of this process, if no start
 * waits for its response, and if there are not more such runs than lost starts.
 */
export class JobStarts {
  /** When runs were claimed, oldest first. */
  private readonly claimedAtMs = new Map<string, number>();
  private readonly lostStarts = new Set<LostStart>();
  private unanswered = 0;
  private newestNumber: number | undefined;
  private newestReadAtMs = -Infinity;
  private lastRead: Promise<unknown> = Promise.resolve();
  private nextRead: Promise<ReadRuns | { failure: unknown }> | undefined;
  private usedAtMs = clock.now();

  constructor(
    private readonly endpoint: GraphqlEndpoint,
    private readonly kind: RunKind,
    private readonly parentId: string,
  ) {}

  /** Whether it is known which runs there are just now. */
  get hasBaseline(): boolean {
    return this.newestReadAtMs >= clock.now() - MAX_BASELINE_AGE_MS;
  }

  /** Whether nothing is lost if it is forgotten. */
  get isIdle(): boolean {
    const isRecent = this.usedAtMs > clock.now() - CLAIMS_KEPT_MS;
    return !isRecent && this.unanswered === 0 && [...this.lostStarts].every(isOverdue);
  }

  /** Reads the newest runs, newest first: the starts that follow know which runs were there before. */
  async readNewestRuns(
    limit = NEWEST_RUNS,
    endpoint = this.endpoint,
    options: CallOptions = {},
  ): Promise<Run[]> {
    const readAtMs = clock.now();
    const runs = await listNewestRuns(endpoint, this.kind, this.parentId, limit, options);
    this.usedAtMs = clock.now();
    if (readAtMs >= this.newestReadAtMs) {
      const newest = Math.max(0, ...runs.map(({ number = Infinity }) => number));
      this.newestNumber = newest < Infinity ? newest : undefined;
      this.newestReadAtMs = readAtMs;
    }
    return runs;
  }

  /** Gives a run to a start of this process: no other start gets it. */
  claim(runId: string): void {
    const now = clock.now();
    this.usedAtMs = now;
    for (const [id, claimedAtMs] of this.claimedAtMs) {
      if (claimedAtMs > now - CLAIMS_KEPT_MS) break;
      this.claimedAtMs.delete(id);
    }
    if (!this.claimedAtMs.has(runId)) this.claimedAtMs.set(runId, now);
  }

  /**
   * Sends a start.
   * @param lostAnswer returns the failure that leaves open whether a run began
   */
  async send<Started extends { id: string }>(
    send: () => Promise<Started>,
    lostAnswer: (failure: unknown) => PlatformError | undefined,
  ): Promise<{ run: Started } | { lost: LostStart }> {
    const numberBefore = this.hasBaseline ? this.newestNumber : undefined;
    this.unanswered++;
    try {
      const run = await send();
      this.claim(run.id);
      return { run };
    } catch (error) {
      const failure = lostAnswer(error);
      if (!failure) throw error;
      const lostAtMs = clock.now();
      const mayBeginUntilMs = lostAtMs + lostAnswerWindowMs();
      const lost = { lostAtMs, failure, numberBefore, mayBeginUntilMs };
      this.lostStarts.add(lost);
      return { lost };
    } finally {
      this.unanswered--;
      this.usedAtMs = clock.now();
    }
  }

  /**
   * Looks for the run of a lost start once its window is over. As long again is left for starts without a response and for a
   * platform that does not respond.
   */
  async resolve(lost: LostStart): Promise<Resolution> {
    const windowMs = lostAnswerWindowMs();
    const endMs = Math.max(lost.lostAtMs + windowMs, clock.now());
    const isLate = () => clock.now() >= endMs + windowMs;
    const wait = async () => await pause(Math.min(RETRY_AFTER_MS, windowMs / 4), undefined);
    this.lostStarts.add(lost);
    lost.mayBeginUntilMs = Infinity;
    try {
      await pause(endMs - clock.now(), undefined);
      for (;;) {
        while (this.unanswered > 0 && !isLate()) await wait();
        const read = await this.readForLost();
        if ('failure' in read) {
          const { failure } = read;
          const isTemporary = failure instanceof PlatformError && failure.isTemporary;
          if (isLate() || !isTemporary) return { kind: 'unreadable', failure };
          await wait();
        } else if (this.unanswered === 0 || isLate()) {
          return this.decide(lost, read);
        }
      }
    } finally {
      this.lostStarts.delete(lost);
    }
  }

  /** Reads the newest runs. Lost starts that ask while a read is in flight share the next one. */
  private async readForLost(): Promise<ReadRuns | { failure: unknown }> {
    this.nextRead ??= this.lastRead.then(() => {
      this.nextRead = undefined;
      const limit = NEWEST_RUNS + this.claimedAtMs.size + this.lostStarts.size;
      const read = this.readNewestRuns(limit).then(
        (runs) => ({ runs, areAll: runs.length < limit }),
        (failure: unknown) => ({ failure }),
      );
      this.lastRead = read;
      return read;
    });
    return await this.nextRead;
  }

  private decide(lost: LostStart, { runs, areAll }: ReadRuns): Resolution {
    this.forgetOverdue();
    const mayBeOurs = runs.filter((run) => !this.isOfAnother(run));
    const { numberBefore } = lost;
    if (numberBefore === undefined) {
      const candidates = mayBeOurs.filter((run) => outcomeOf(run) === undefined);
      return { kind: 'unknown', candidates, isComplete: false };
    }
    const candidates = mayBeOurs.filter(({ number = Infinity }) => number > numberBefore);
    const reachesBack = runs.some(({ number = Infinity }) => number <= numberBefore);
    const isComplete = areAll || reachesBack;
    const isClear = isComplete && this.unanswered === 0 && this.areEnoughLost(candidates);
    // The oldest one: starts that were sent later still look for theirs.
    const run = candidates.at(-1);
    if (!isClear || !run || !candidates.every(isByHand))
      return { kind: 'unknown', candidates, isComplete };
    this.claim(run.id);
    return { kind: 'found', run };
  }

  /** Whether each of the runs can belong to a lost start of its own that was sent before the run began. */
  private areEnoughLost(runs: readonly Run[]): boolean {
    const lost = [...this.lostStarts];
    return runs.every(({ number: last = Infinity }) => {
      const begun = runs.filter(({ number = Infinity }) => number <= last);
      const starts = lost.filter(({ numberBefore = Infinity }) => numberBefore < last);
      return begun.length <= starts.length;
    });
  }

  /** A lost start that nobody looks for counts for as long as it may still begin a run. */
  private forgetOverdue(): void {
    for (const lost of this.lostStarts) {
      if (isOverdue(lost)) this.lostStarts.delete(lost);
    }
  }

  /** Whether a schedule, a pipeline, another login or another start of this process began a run. */
  isOfAnother({ id, startedBy, trigger = '', pipelineInstanceId }: Run): boolean {
    const isPartOfPipeline =
      Boolean(pipelineInstanceId) || (this.kind.noun === 'job' && /PIPELINE/i.test(trigger));
    const isOtherLogin = startedBy !== undefined && !isSameLogin(startedBy, this.endpoint.login);
    const isScheduled = /CRON|SCHEDUL/i.test(trigger);
    return this.claimedAtMs.has(id) || isPartOfPipeline || isOtherLogin || isScheduled;
  }
}

function isOverdue({ mayBeginUntilMs }: LostStart): boolean {
  return mayBeginUntilMs < clock.now();
}

/** A later platform may have more causes, and may name ours in another way. An older one names none. */
function isByHand({ number, trigger = 'MANUAL' }: Run): boolean {
  return number !== undefined && /^MANUAL/i.test(trigger);
}

function isSameLogin(author: string, login: string): boolean {
  return author.trim().toLowerCase() === login.trim().toLowerCase();
}

/** The one that was not used for longest is the first. */
const startsOfJobs = new Map<string, JobStarts>();

/** Returns all starts of one job or pipeline in this process with one login. */
export function jobStartsOf(endpoint: GraphqlEndpoint, kind: RunKind, parentId: string): JobStarts {
  const key = `${endpoint.key} ${kind.noun} ${parentId.toLowerCase()}`;
  const starts = startsOfJobs.get(key) ?? new JobStarts(endpoint, kind, parentId);
  startsOfJobs.delete(key);
  startsOfJobs.set(key, starts);
  for (const [oldest, { isIdle }] of startsOfJobs) {
    if (!isIdle || oldest === key) break;
    startsOfJobs.delete(oldest);
  }
  return starts;
}

/** Those of the newest runs of one job or pipeline that have not ended, or why they could not be read. */
export type OpenRunsRead =
  { openRuns: Array<{ run: Run; mayBeOurs: boolean }> } | { failure: unknown };

/**
 * Reads the newest runs of jobs or pipelines that have not ended, before something is started: up to 100 jobs in a request.
 * @returns one entry for each ID
 */
export async function getOpenRuns(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parentIds: readonly string[],
  newest: number,
  options: CallOptions = {},
): Promise<Map<string, OpenRunsRead>> {
  const read = async (parentId: string): Promise<[string, OpenRunsRead]> => {
    const starts = jobStartsOf(endpoint, kind, parentId);
    try {
      const runs = await starts.readNewestRuns(newest, endpoint, options);
      const open = runs.filter((run) => outcomeOf(run) === undefined);
      const openRuns = open.map((run) => ({ run, mayBeOurs: !starts.isOfAnother(run) }));
      return [parentId, { openRuns }];
    } catch (failure) {
      return [parentId, { failure }];
    }
  };
  return new Map(await Promise.all([...new Set(parentIds)].map(read)));
}
