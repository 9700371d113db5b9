import { clock } from '../../time/clock';
import { PlatformError } from '../../errors/errors';
import { pause } from '../../http/retry';
import {
  candidatesOf,
  ownerOf,
  attributeRuns,
  type Candidates,
  type RunOwnership,
} from './candidates';
import type { RunKind } from '../kinds';
import { lostAnswerWindowMs } from './lostAnswerWindow';
import type { RecordClock } from './recordClock';
import { isRun } from '../read/run';
import { readRecordedRun, type RecordedRun } from './recordedRun';
import { SeenRuns } from './seenRuns';

/** A start whose response was lost, until it is known what became of it. Times are epoch milliseconds of this machine. */
export interface LostStart {
  sentAtMs: number;
  lostAtMs: number;
  /** How the response was lost. */
  failure: PlatformError;
  /** Whether somebody waits to be told. A lost start counts also where nobody does. */
  isAwaited: boolean;
  resolution?: Resolution;
}

export type Resolution =
  | { kind: 'found'; run: RecordedRun }
  /** Which run is the one that was asked for cannot be told, or there is none. */
  | { kind: 'unknown'; candidates: RecordedRun[] }
  /** The platform could not be asked. */
  | { kind: 'unreadable'; failure: unknown };

/** Reads runs of the job, as the platform returns them. */
export interface RunReader {
  /** Newest first. */
  newest(limit: number): Promise<unknown[]>;
  one(runId: string): Promise<unknown>;
}

const NEWEST_RUNS = 100;
/** The runs of a platform that answers slowly are read so often all the same, for twice as long at most. */
const LEAST_READS = 4;
const FIRST_READ_AFTER_MS = 250;
const LONGEST_PAUSE_MS = 1_000;
/** How long it is remembered which runs have an owner, and what reads have shown. */
const KEPT_MS = 15 * 60_000;

/**
 * All starts of one job or pipeline in this process, whatever execution they belong to. The platform's mutation has no key
 * that would make it safe to repeat: where the response to a start is lost (a reset connection, a gateway's 504), the run may
 * have begun, may begin within the next half minute, or never. The only evidence is the job's list of runs, and that has the
 * runs of schedules, of other people and of our own other starts in it. So each start is entered here, in one of these states:
 *
 * - unanswered: sent, and nothing came back yet. There is only their number: any new run may be one of theirs.
 * - answered: its run is claimed, so that no other start takes it for its own. Claims are kept for 15 minutes.
 * - lost: no clear response came. It is in `lostStarts` until a search decides on it. One that nobody asks about counts, too,
 *   until its window is over: it may still begin a run.
 *
 * A search (`search`) serves all lost starts at once. It reads the newest runs again and again up to the end of the last
 * window, and then decides once. Invariants: a run is claimed by at most one start; at the decision nothing is unanswered,
 * and no start is sent, so that every new run that is nobody's can only be a lost start's or a stranger's; runs are handed
 * out only if there are not more candidates than lost starts. Without the first, two items would wait for one run. Without
 * the second, the run of a start that was sent in the meantime would be taken for that of the lost one. Without the third,
 * an execution would go on with a stranger's run; the caller is told "unknown" instead, with the candidates.
 */
export class StartRegister {
  /** How many starts were sent and not answered yet. */
  private unanswered = 0;
  /** To be called when none is under way any more. */
  private onAllAnswered: (() => void) | undefined;
  private readonly lostStarts = new Set<LostStart>();
  /** Runs that have an owner in this process, in the order of their claims. */
  private readonly claimed = new Map<string, { claimedAtMs: number; sentAtMs?: number }>();
  /** Made with the first read: most jobs are only started. */
  private seenRuns: SeenRuns | undefined;
  private searching: Promise<void> | undefined;
  /** Starts wait for it: nothing is sent while it is decided whose the new runs are. */
  private hold: Promise<void> | undefined;
  private usedAtMs = clock.now();

  constructor(
    private readonly reader: RunReader,
    private readonly recordClock: RecordClock,
    private readonly who: { kind: RunKind; login: string },
  ) {}

  private get ownership(): RunOwnership {
    return { ...this.who, isClaimed: (runId) => this.claimed.has(runId) };
  }

  /** Nothing is under way or worth remembering. */
  get isIdle(): boolean {
    const isRecent = this.usedAtMs > clock.now() - KEPT_MS;
    return !isRecent && this.unanswered === 0 && !this.searching;
  }

  /** Enters what a read of the newest runs has shown, also one that was made for another purpose, as before a start. */
  addNewestRuns(responses: readonly unknown[], readBeganMs: number): void {
    this.usedAtMs = clock.now();
    const runs = responses.map(readRecordedRun);
    for (const { id, recordsMs } of runs) {
      const sentAtMs = this.claimed.get(id)?.sentAtMs;
      const [first] = recordsMs;
      if (sentAtMs !== undefined && first !== undefined) {
        this.recordClock.learn(first, sentAtMs, clock.now());
      }
    }
    this.seenRuns ??= new SeenRuns(this.recordClock);
    this.seenRuns.add(runs, readBeganMs, clock.now());
  }

  /** Gives a run an owner in this process: no other start takes it for its own. */
  claim(runId: string, sentAtMs?: number): void {
    const now = clock.now();
    for (const [id, { claimedAtMs }] of this.claimed) {
      if (claimedAtMs > now - KEPT_MS) break;
      this.claimed.delete(id);
    }
    if (!this.claimed.has(runId)) this.claimed.set(runId, { claimedAtMs: now, sentAtMs });
  }

  /** Whether a start like ours may have begun a run that nobody here has. */
  mayBeOurs(run: RecordedRun): boolean {
    return ownerOf(run, this.ownership) !== 'another';
  }

  /** Runs seen since then that a start like ours may have begun and that nobody here has. */
  candidatesSince(startMs: number): Candidates {
    return candidatesOf(this.seenRuns?.since(startMs) ?? [], this.ownership);
  }

  /**
   * Sends a start.
   * @param lostAnswer gives the failure back where it leaves open what the platform did
   * @returns the run, or the start whose response was lost
   */
  async send<R extends { id: string }>(
    send: () => Promise<R>,
    lostAnswer: (failure: unknown) => PlatformError | undefined,
  ): Promise<{ run: R } | { lost: LostStart }> {
    while (this.hold) await this.hold;
    const sentAtMs = clock.now();
    this.usedAtMs = sentAtMs;
    this.unanswered++;
    try {
      const run = await send();
      this.claim(run.id, sentAtMs);
      this.recordClock.answeredStart = { sentAtMs, read: () => this.reader.one(run.id) };
      return { run };
    } catch (error) {
      const failure = lostAnswer(error);
      if (!failure) throw error;
      const lost: LostStart = { sentAtMs, lostAtMs: clock.now(), failure, isAwaited: false };
      this.lostStarts.add(lost);
      return { lost };
    } finally {
      if (--this.unanswered === 0) this.onAllAnswered?.();
    }
  }

  private async allAnswered(): Promise<void> {
    if (this.unanswered === 0) return;
    await new Promise<void>((resolve) => (this.onAllAnswered = resolve));
    this.onAllAnswered = undefined;
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
    const openUntilMs =
      Math.min(...[...this.lostStarts].map(({ lostAtMs }) => lostAtMs)) + windowMs;
    let open: (() => void) | undefined;
    let last: ReadResult = {};
    let answered = 0;
    try {
      for (let reads = 0; ; reads++) {
        const now = clock.now();
        const endMs = Math.max(...[...this.lostStarts].map(({ lostAtMs }) => lostAtMs)) + windowMs;
        if (now >= openUntilMs && !open) {
          this.hold = new Promise((resolve) => (open = resolve));
          await this.allAnswered();
          continue;
        }
        const isOver = now >= endMs;
        if (isOver || reads > 0) {
          last = await this.readNewestRuns();
          if ('refusal' in last) break;
          if (!('failure' in last)) answered++;
        }
        // A platform that is slow, or away at the end, gets as long again.
        const isSettled = !('failure' in last) && answered >= LEAST_READS;
        if (isOver && (isSettled || now >= endMs + windowMs)) break;
        const untilEndMs = isOver ? Infinity : endMs - now;
        await pause(Math.min(pauseMs(reads, windowMs), untilEndMs), undefined);
      }
      this.decide(last);
    } finally {
      this.hold = undefined;
      open?.();
    }
  }

  private async readNewestRuns(): Promise<ReadResult> {
    const beganMs = clock.now();
    try {
      const [runs] = await Promise.all([
        this.reader.newest(NEWEST_RUNS + this.claimed.size + this.lostStarts.size),
        this.learnClock(),
      ]);
      this.addNewestRuns(runs, beganMs);
      return {};
    } catch (failure) {
      const mayPass = failure instanceof PlatformError && failure.mayPass;
      return mayPass ? { failure } : { refusal: failure };
    }
  }

  /** A run of this login whose start was answered, of whatever job, tells the clock where the job's own runs do not. */
  private async learnClock(): Promise<void> {
    const { answeredStart, isKnown } = this.recordClock;
    if (!answeredStart || isKnown) return;
    const response = await answeredStart.read().catch(() => undefined);
    const [first] = isRun(response) ? readRecordedRun(response).recordsMs : [];
    if (first !== undefined) this.recordClock.learn(first, answeredStart.sentAtMs, clock.now());
  }

  private decide(last: ReadResult): void {
    const starts = [...this.lostStarts].sort((a, b) => a.sentAtMs - b.sentAtMs);
    const failure = 'refusal' in last ? last.refusal : last.failure;
    const { attributed, candidates } = attributeRuns(
      this.candidatesSince(starts[0]?.sentAtMs ?? 0),
      starts.length,
    );
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

  /** A lost start that nobody asks about counts for as long as it may still begin a run. */
  private forgetLost(lostBeforeMs: number): void {
    for (const lost of this.lostStarts) {
      if (!lost.isAwaited && lost.lostAtMs < lostBeforeMs) this.lostStarts.delete(lost);
    }
  }
}

type ReadResult = { failure?: unknown } | { refusal: unknown };

/** Soon at first, then once a second, and oftener in a short window. */
function pauseMs(reads: number, windowMs: number): number {
  const shortest = Math.min(FIRST_READ_AFTER_MS, windowMs / 8);
  return Math.min(shortest * 2 ** Math.floor(reads / 2), LONGEST_PAUSE_MS, windowMs / 8);
}
