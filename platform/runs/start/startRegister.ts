import { PlatformError } from '../../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { pause } from '../../http/retry';
import { clock } from '../../time/clock';
import type { RunKind } from '../kinds';
import { listNewestRuns } from '../read/listRuns';
import { outcomeOf } from '../read/outcome';
import { recordClockOf, type RecordClock } from '../read/recordClock';
import { readRun, type Run } from '../read/run';
import { readRecordedRun, SeenRuns, type RecordedRun } from './seenRuns';

/** A start whose response was lost, until it is known what became of it. Times are epoch milliseconds of this machine. */
export interface LostStart {
  sentAtMs: number;
  lostAtMs: number;
  /** How the response was lost. */
  failure: PlatformError;
  /** Whether its caller waits for the resolution. A lost start counts also if none does. */
  isAwaited: boolean;
  resolution?: Resolution;
}

export type Resolution =
  | { kind: 'found'; run: RecordedRun }
  /** Which run is the requested one is not certain, or there is none. */
  | { kind: 'unknown'; candidates: RecordedRun[] }
  /** The runs could not be read. */
  | { kind: 'unreadable'; failure: unknown };

const NEWEST_RUNS = 100;
/** The runs of a platform that responds slowly are read so often all the same, for twice as long at most. */
const MIN_READS = 4;
const FIRST_READ_AFTER_MS = 250;
/** A status that changes between two reads tells the records' clock, if they are less than its tolerance of 1 s apart. */
const MAX_PAUSE_MS = 700;
/** How long it is remembered which runs have an owner, and what reads have shown. */
const KEPT_MS = 15 * 60_000;

export const DEFAULT_WINDOW_SECONDS = 30;

/** How long a lost start is looked up: a platform may begin the run long after a gateway's error. */
export function lostAnswerWindowMs(): number {
  const seconds = Number(process.env.DATA_PLATFORM_LOST_ANSWER_WINDOW_SECONDS);
  return (seconds > 0 ? seconds : DEFAULT_WINDOW_SECONDS) * 1000;
}

/**
 * All starts of one job or pipeline with one login in this process, whatever execution they belong to. Each is in one of
 * these states:
 *
 * - unanswered: it was sent, and there is no response yet. Any new run may be its own.
 * - answered: its run is claimed, so that no other start gets it. Claims are kept for 15 minutes.
 * - lost: no clear response came. It counts until a search has decided on it, or, if none is made, until its window is over:
 *   it may still begin a run.
 *
 * One search serves all lost starts. It reads the newest runs up to the end of the last window, and then decides once.
 * Three rules keep it from a wrong run: a run is claimed by at most one start; at the decision no start is unanswered and
 * none is sent, so each new run that is not claimed belongs to a lost start or to a stranger; and runs are handed out only
 * if there are not more candidates than lost starts.
 */
export class StartRegister {
  private readonly unanswered = new Set<Promise<unknown>>();
  private readonly lostStarts = new Set<LostStart>();
  /** Runs that have an owner in this process, in the order of their claims. */
  private readonly claimed = new Map<string, { claimedAtMs: number; sentAtMs?: number }>();
  private readonly recordClock: RecordClock;
  private readonly seenRuns: SeenRuns;
  private searching: Promise<void> | undefined;
  /** Starts wait for it: none is sent while it is decided whose the new runs are. */
  private hold: Promise<void> | undefined;
  /** When it was last asked for, or something came of it. */
  usedAtMs = clock.now();

  constructor(
    private readonly endpoint: GraphqlEndpoint,
    private readonly kind: RunKind,
    private readonly parentId: string,
  ) {
    this.recordClock = recordClockOf(endpoint);
    const isClaimed = (runId: string) => this.claimed.has(runId);
    this.seenRuns = new SeenRuns(this.recordClock, { kind, login: endpoint.login, isClaimed });
  }

  /** Nothing is under way or worth remembering. */
  get isIdle(): boolean {
    const isRecent = this.usedAtMs > clock.now() - KEPT_MS;
    return !isRecent && this.unanswered.size === 0 && !this.searching;
  }

  /** Reads the newest runs, and remembers which there are: they are not new to the starts that follow. */
  async readNewestRuns(
    limit = NEWEST_RUNS + this.claimed.size + this.lostStarts.size,
    endpoint = this.endpoint,
    options: CallOptions = {},
  ): Promise<unknown[]> {
    const beganMs = clock.now();
    const responses = await listNewestRuns(endpoint, this.kind, this.parentId, limit, options);
    this.usedAtMs = clock.now();
    const runs = responses.map(readRecordedRun);
    for (const { id, recordsMs } of runs) {
      const sentAtMs = this.claimed.get(id)?.sentAtMs;
      const [first] = recordsMs;
      if (sentAtMs !== undefined && first !== undefined) {
        this.recordClock.learn(first, sentAtMs, this.usedAtMs);
      }
    }
    this.seenRuns.add(runs, beganMs, this.usedAtMs);
    return responses;
  }

  /** Whether a start like ours may have begun a run that none of this process has. */
  mayBeOurs(response: unknown): boolean {
    return this.seenRuns.ownerOf(readRecordedRun(response)) !== 'another';
  }

  /** Gives a run an owner in this process: no other start gets it. */
  claim(runId: string, sentAtMs?: number): void {
    const now = clock.now();
    for (const [id, { claimedAtMs }] of this.claimed) {
      if (claimedAtMs > now - KEPT_MS) break;
      this.claimed.delete(id);
    }
    if (!this.claimed.has(runId)) this.claimed.set(runId, { claimedAtMs: now, sentAtMs });
  }

  /**
   * Sends a start.
   * @param lostAnswer returns the failure that leaves open what the platform did
   * @returns the run, or the start whose response was lost
   */
  async send<R extends { id: string }>(
    send: () => Promise<R>,
    lostAnswer: (failure: unknown) => PlatformError | undefined,
  ): Promise<{ run: R } | { lost: LostStart }> {
    while (this.hold) await this.hold;
    const sentAtMs = clock.now();
    const sending = send().then(
      (run) => {
        this.claim(run.id, sentAtMs);
        this.recordClock.timedRuns = this;
        return { run };
      },
      (error: unknown) => {
        const failure = lostAnswer(error);
        if (!failure) throw error;
        const lost: LostStart = { sentAtMs, lostAtMs: clock.now(), failure, isAwaited: false };
        this.lostStarts.add(lost);
        return { lost };
      },
    );
    this.unanswered.add(sending);
    return await sending.finally(() => {
      this.usedAtMs = clock.now();
      this.unanswered.delete(sending);
    });
  }

  /** Searches the job's runs for what became of a lost start. */
  async resolve(lost: LostStart): Promise<Resolution> {
    lost.resolution = undefined;
    lost.isAwaited = true;
    this.lostStarts.add(lost);
    for (;;) {
      this.searching ??= this.search().finally(() => (this.searching = undefined));
      await this.searching;
      if (lost.resolution) return lost.resolution;
    }
  }

  /**
   * Reads the newest runs again and again to the end of the window of every lost start. Until that of the first of
   * them is over, others are sent; after that they wait until it is known whose the new runs are.
   */
  private async search(): Promise<void> {
    const windowMs = lostAnswerWindowMs();
    this.forgetLost(clock.now() - windowMs);
    const ends = () => [...this.lostStarts].map(({ lostAtMs }) => lostAtMs + windowMs);
    const openUntilMs = Math.min(...ends());
    let release: (() => void) | undefined;
    let last: ReadResult = {};
    let succeeded = 0;
    try {
      for (let reads = 0; ; reads++) {
        const now = clock.now();
        if (now >= openUntilMs && !release) {
          this.hold = new Promise((resolve) => (release = resolve));
          await Promise.allSettled(this.unanswered);
          continue;
        }
        const endMs = Math.max(...ends());
        const isOver = now >= endMs;
        if (isOver || reads > 0) {
          last = await this.tryToReadRuns();
          if (last.failure === undefined) succeeded++;
          else if (!last.mayPass) break;
        }
        // A platform that is slow, or away at the end, gets as long again.
        const isSettled = last.failure === undefined && succeeded >= MIN_READS;
        if (isOver && (isSettled || now >= endMs + windowMs)) break;
        const untilEndMs = isOver ? Infinity : endMs - now;
        await pause(Math.min(pauseMs(reads, windowMs), untilEndMs), undefined);
      }
      this.decide(last.failure);
    } finally {
      this.hold = undefined;
      release?.();
    }
  }

  private async tryToReadRuns(): Promise<ReadResult> {
    const { timedRuns, isKnown } = this.recordClock;
    const learns = !isKnown && timedRuns !== this;
    try {
      await Promise.all([
        this.readNewestRuns(),
        learns && timedRuns?.readNewestRuns().catch(() => undefined),
      ]);
      return {};
    } catch (failure) {
      return { failure, mayPass: failure instanceof PlatformError && failure.mayPass };
    }
  }

  /** @param failure why the runs could not be read */
  private decide(failure: unknown): void {
    const starts = [...this.lostStarts].sort((a, b) => a.sentAtMs - b.sentAtMs);
    const sinceMs = starts[0]?.sentAtMs ?? 0;
    const { attributed, candidates } = this.seenRuns.attribute(sinceMs, starts.length);
    const unassigned = failure === undefined ? [...attributed] : [];
    for (const start of starts) {
      this.lostStarts.delete(start);
      const run = start.isAwaited ? unassigned.shift() : undefined;
      if (run) this.claim(run.id);
      if (run) start.resolution = { kind: 'found', run };
      else if (failure !== undefined) start.resolution = { kind: 'unreadable', failure };
      else start.resolution = { kind: 'unknown', candidates };
    }
  }

  /** A lost start without a waiting caller counts for as long as it may still begin a run. */
  private forgetLost(lostBeforeMs: number): void {
    for (const lost of this.lostStarts) {
      if (!lost.isAwaited && lost.lostAtMs < lostBeforeMs) this.lostStarts.delete(lost);
    }
  }
}

/** Why a read failed, and whether another one may succeed. */
interface ReadResult {
  failure?: unknown;
  mayPass?: boolean;
}

/** Soon at first, then more than once a second, and oftener in a short window. */
function pauseMs(reads: number, windowMs: number): number {
  const shortest = Math.min(FIRST_READ_AFTER_MS, windowMs / 8);
  return Math.min(shortest * 2 ** Math.floor(reads / 2), MAX_PAUSE_MS, windowMs / 8);
}

/** The register that was not used for longest is the first. */
const registers = new Map<string, StartRegister>();

/** The register of all starts of one job or pipeline in this process; there is one for each login. */
export function startRegisterOf(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parentId: string,
): StartRegister {
  const key = `${endpoint.key} ${kind.noun} ${parentId.toLowerCase()}`;
  const register = registers.get(key) ?? new StartRegister(endpoint, kind, parentId);
  register.usedAtMs = clock.now();
  registers.delete(key);
  registers.set(key, register);
  for (const [oldest, { isIdle }] of registers) {
    if (!isIdle) break;
    registers.delete(oldest);
  }
  return register;
}

/** A run that has not ended. */
interface RunUnderWay {
  run: Run;
  /** Whether a start like ours can have begun it that is not known in this process. */
  mayBeOurs: boolean;
}

/** Those of the newest runs of one job or pipeline that have not ended, or why they could not be read. */
export type RunsUnderWayRead = { underWay: RunUnderWay[] } | { failure: unknown };

/**
 * Reads which of the newest runs of jobs or pipelines have not ended, before something is started: up to 100 jobs in one
 * request. The starts that follow know from it which runs were there before.
 * @returns one entry for each identifier
 */
export async function getRunsUnderWay(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  parentIds: readonly string[],
  newest: number,
  options: CallOptions = {},
): Promise<Map<string, RunsUnderWayRead>> {
  const read = async (parentId: string): Promise<[string, RunsUnderWayRead]> => {
    const register = startRegisterOf(endpoint, kind, parentId);
    try {
      const responses = await register.readNewestRuns(newest, endpoint, options);
      const underWay = responses
        .map((response) => ({
          run: readRun(response, 'instances'),
          mayBeOurs: register.mayBeOurs(response),
        }))
        .filter(({ run }) => outcomeOf(run) === undefined);
      return [parentId, { underWay }];
    } catch (failure) {
      return [parentId, { failure }];
    }
  };
  return new Map(await Promise.all([...new Set(parentIds)].map(read)));
}
