import { clock } from '../../time/clock';
import { PlatformError } from '../../errors/errors';
import { pause } from '../../http/retry/retry';
import { candidatesOf, ownerOf, verdictOn, type Candidates, type Ownership } from './candidates';
import type { RunKind } from '../kinds';
import { lostAnswerWindowMs } from './lostAnswerWindow';
import type { RecordClock } from './recordClock';
import { isRun } from '../read/run';
import { readRecordedRun, type RecordedRun } from './recordedRun';
import { Sightings } from './sightings';

/** A start whose answer was lost, until it is known what became of it. Times are epoch milliseconds of this machine. */
export interface LostStart {
  sentAtMs: number;
  lostAtMs: number;
  /** How the answer was lost. */
  failure: PlatformError;
  /** Whether somebody waits to be told. A lost start counts also where nobody does. */
  isAwaited: boolean;
  resolution?: Resolution;
}

export type Resolution =
  | { kind: 'taken'; run: RecordedRun }
  /** Which run is the one that was asked for cannot be told, or there is none. */
  | { kind: 'unknown'; candidates: RecordedRun[] }
  /** The platform could not be asked. */
  | { kind: 'unreadable'; failure: unknown };

/** How the platform is asked for runs of the job. */
export interface Look {
  /** Newest first. */
  newest(limit: number): Promise<unknown[]>;
  one(runId: string): Promise<unknown>;
}

const NEWEST_RUNS = 100;
/** A platform that answers slowly is looked at so often all the same, for twice as long at most. */
const LEAST_LOOKS = 4;
const FIRST_LOOK_AFTER_MS = 250;
const LONGEST_PAUSE_MS = 1_000;
/** How long it is remembered which runs have an owner, and what looks have shown. */
const KEPT_MS = 15 * 60_000;

/**
 * All starts of one job or pipeline in this process, whatever execution they belong to. It knows which runs have an owner,
 * and finds the runs of those starts whose answers were lost.
 */
export class JobStarts {
  /** Starts that were sent and not answered yet. */
  private underWay = 0;
  /** To be called when none is under way any more. */
  private onAllAnswered: (() => void) | undefined;
  private readonly lost = new Set<LostStart>();
  /** Runs that have an owner in this process; the first taken is the first. */
  private readonly taken = new Map<string, { takenAtMs: number; sentAtMs?: number }>();
  /** Made with the first look: most jobs are only started. */
  private sightings: Sightings | undefined;
  private watching: Promise<void> | undefined;
  /** Nothing is sent while it is decided whose the new runs are. */
  private closed: Promise<void> | undefined;
  private usedAtMs = clock.now();

  constructor(
    private readonly look: Look,
    private readonly recordClock: RecordClock,
    private readonly who: { kind: RunKind; login: string },
  ) {}

  private get ownership(): Ownership {
    return { ...this.who, isTaken: (runId) => this.taken.has(runId) };
  }

  /** Nothing is under way or worth remembering. */
  get isIdle(): boolean {
    const isRecent = this.usedAtMs > clock.now() - KEPT_MS;
    return !isRecent && this.underWay === 0 && !this.watching;
  }

  /** Tells what a look has shown that was made for another purpose, as one before a start. */
  saw(answers: readonly unknown[], lookBeganMs: number): void {
    this.usedAtMs = clock.now();
    const runs = answers.map(readRecordedRun);
    for (const { id, recordsMs } of runs) {
      const sentAtMs = this.taken.get(id)?.sentAtMs;
      const [first] = recordsMs;
      if (sentAtMs !== undefined && first !== undefined) {
        this.recordClock.learn(first, sentAtMs, clock.now());
      }
    }
    this.sightings ??= new Sightings(this.recordClock);
    this.sightings.add(runs, lookBeganMs, clock.now());
  }

  /** Says that a run has an owner in this process. */
  take(runId: string, sentAtMs?: number): void {
    const now = clock.now();
    for (const [id, { takenAtMs }] of this.taken) {
      if (takenAtMs > now - KEPT_MS) break;
      this.taken.delete(id);
    }
    if (!this.taken.has(runId)) this.taken.set(runId, { takenAtMs: now, sentAtMs });
  }

  /** Whether a start like ours may have begun a run that nobody here has. */
  mayBeOurs(run: RecordedRun): boolean {
    return ownerOf(run, this.ownership) !== 'another';
  }

  /** Runs seen since then that a start like ours may have begun and that nobody here has. */
  candidatesSince(startMs: number): Candidates {
    return candidatesOf(this.sightings?.since(startMs) ?? [], this.ownership);
  }

  /**
   * Sends a start.
   * @param lostAnswer gives the failure back where it leaves open what the platform did
   * @returns the run, or the start whose answer was lost
   */
  async send<R extends { id: string }>(
    send: () => Promise<R>,
    lostAnswer: (failure: unknown) => PlatformError | undefined,
  ): Promise<{ run: R } | { lost: LostStart }> {
    while (this.closed) await this.closed;
    const sentAtMs = clock.now();
    this.usedAtMs = sentAtMs;
    this.underWay++;
    try {
      const run = await send();
      this.take(run.id, sentAtMs);
      this.recordClock.answeredStart = { sentAtMs, read: () => this.look.one(run.id) };
      return { run };
    } catch (error) {
      const failure = lostAnswer(error);
      if (!failure) throw error;
      const lost: LostStart = { sentAtMs, lostAtMs: clock.now(), failure, isAwaited: false };
      this.lost.add(lost);
      return { lost };
    } finally {
      if (--this.underWay === 0) this.onAllAnswered?.();
    }
  }

  private async allAnswered(): Promise<void> {
    if (this.underWay === 0) return;
    await new Promise<void>((resolve) => (this.onAllAnswered = resolve));
    this.onAllAnswered = undefined;
  }

  /** Watches the job's runs for what became of a lost start. */
  async resolve(lost: LostStart): Promise<Resolution> {
    lost.resolution = undefined;
    lost.isAwaited = true;
    this.lost.add(lost);
    for (;;) {
      this.watching ??= this.watch().finally(() => (this.watching = undefined));
      await this.watching;
      if (lost.resolution) return lost.resolution;
    }
  }

  /**
   * Looks at the newest runs again and again to the end of the window of every lost start. While the first of them is
   * watched, others are started; after that they wait until it is known whose the new runs are.
   */
  private async watch(): Promise<void> {
    const windowMs = lostAnswerWindowMs();
    this.forgetLost(clock.now() - windowMs);
    const openUntilMs = Math.min(...[...this.lost].map(({ lostAtMs }) => lostAtMs)) + windowMs;
    let open: (() => void) | undefined;
    let last: LookResult = {};
    let answered = 0;
    try {
      for (let looks = 0; ; looks++) {
        const now = clock.now();
        const endMs = Math.max(...[...this.lost].map(({ lostAtMs }) => lostAtMs)) + windowMs;
        if (now >= openUntilMs && !open) {
          this.closed = new Promise((resolve) => (open = resolve));
          await this.allAnswered();
          continue;
        }
        const isOver = now >= endMs;
        if (isOver || looks > 0) {
          last = await this.lookOnce();
          if ('refusal' in last) break;
          if (!('failure' in last)) answered++;
        }
        // A platform that is slow, or away at the end, gets as long again.
        const isTold = !('failure' in last) && answered >= LEAST_LOOKS;
        if (isOver && (isTold || now >= endMs + windowMs)) break;
        const untilEndMs = isOver ? Infinity : endMs - now;
        await pause(Math.min(pauseMs(looks, windowMs), untilEndMs), undefined);
      }
      this.decide(last);
    } finally {
      this.closed = undefined;
      open?.();
    }
  }

  private async lookOnce(): Promise<LookResult> {
    const beganMs = clock.now();
    try {
      const [runs] = await Promise.all([
        this.look.newest(NEWEST_RUNS + this.taken.size + this.lost.size),
        this.learnClock(),
      ]);
      this.saw(runs, beganMs);
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
    const told = await answeredStart.read().catch(() => undefined);
    const [first] = isRun(told) ? readRecordedRun(told).recordsMs : [];
    if (first !== undefined) this.recordClock.learn(first, answeredStart.sentAtMs, clock.now());
  }

  private decide(last: LookResult): void {
    const starts = [...this.lost].sort((a, b) => a.sentAtMs - b.sentAtMs);
    const failure = 'refusal' in last ? last.refusal : last.failure;
    const { taken, candidates } = verdictOn(
      this.candidatesSince(starts[0]?.sentAtMs ?? 0),
      starts.length,
    );
    const toTake = failure === undefined ? [...taken] : [];
    for (const start of starts) {
      this.lost.delete(start);
      const run = start.isAwaited ? toTake.shift() : undefined;
      if (run) this.take(run.id);
      if (run) start.resolution = { kind: 'taken', run };
      else if (failure !== undefined) start.resolution = { kind: 'unreadable', failure };
      else start.resolution = { kind: 'unknown', candidates };
    }
  }

  /** A lost start that nobody asks about counts for as long as it may still begin a run. */
  private forgetLost(lostBeforeMs: number): void {
    for (const lost of this.lost) {
      if (!lost.isAwaited && lost.lostAtMs < lostBeforeMs) this.lost.delete(lost);
    }
  }
}

type LookResult = { failure?: unknown } | { refusal: unknown };

/** Soon at first, then once a second, and oftener in a short window. */
function pauseMs(looks: number, windowMs: number): number {
  const shortest = Math.min(FIRST_LOOK_AFTER_MS, windowMs / 8);
  return Math.min(shortest * 2 ** Math.floor(looks / 2), LONGEST_PAUSE_MS, windowMs / 8);
}
