import type { RecordClock } from './recordClock';
import type { RecordedRun } from './recordedRun';

interface SeenRun {
  run: RecordedRun;
  /** The earliest record that was ever told; undefined where there was none at first: later ones say nothing of its start. */
  firstRecordMs: number | undefined;
  /** When the last read was begun that did not show the run yet. */
  appearedAfterMs: number;
  /** When the first read had ended that showed it, or one that began later than it. */
  seenByMs: number;
  /** When the last read was begun that showed it. */
  lastReadMs: number;
}

export type Newness = 'new' | 'old' | 'unclear';

/** The machines of one platform, and the moments at which it records and tells, differ by less. */
const RECORD_TOLERANCE_MS = 1_000;
/** A record with fractions of a second that is so much older than a start may be of another one: nobody takes its run. */
const DOUBTED_FROM_MS = 100;
/** An earlier read tells which runs are new to a start that follows it so soon. */
const BASELINE_VALID_MS = 10_000;
const MOST_SEEN_RUNS = 1_000;

/** What reads of the newest runs of one job have shown, and when. Times are epoch milliseconds of this machine. */
export class SeenRuns {
  private readonly byId = new Map<string, SeenRun>();
  /** When the last read was begun. */
  lastReadMs = -Infinity;

  constructor(private readonly clock: RecordClock) {}

  /** @param runs newest first */
  add(runs: readonly RecordedRun[], readBeganMs: number, readEndedMs: number): void {
    const seen: SeenRun[] = [];
    for (const run of runs) {
      const earlier = this.byId.get(run.id);
      this.learnClock(run, earlier, readEndedMs);
      const seenByMs = earlier?.seenByMs ?? Math.min(readEndedMs, seenByOfNewer(run, seen));
      const [first] = run.recordsMs;
      const seenRun = {
        run,
        firstRecordMs: earlier ? earliest(earlier.firstRecordMs, first) : first,
        appearedAfterMs: earlier?.appearedAfterMs ?? this.lastReadMs,
        seenByMs,
        lastReadMs: readBeganMs,
      };
      seen.push(seenRun);
      // Moved to the end, so that what was not seen for longest is the first to go.
      this.byId.delete(run.id);
      this.byId.set(run.id, seenRun);
    }
    this.lastReadMs = readBeganMs;
    for (const id of this.byId.keys()) {
      if (this.byId.size <= Math.max(MOST_SEEN_RUNS, runs.length)) break;
      this.byId.delete(id);
    }
  }

  /** All runs seen that may have begun since then; each is `new` or `unclear`. */
  since(startMs: number): Array<{ run: RecordedRun; newness: Newness }> {
    return [...this.byId.values()]
      .map((seenRun) => ({ run: seenRun.run, newness: this.newnessOf(seenRun, startMs) }))
      .filter(({ newness }) => newness !== 'old');
  }

  private newnessOf(
    { firstRecordMs, appearedAfterMs, seenByMs }: SeenRun,
    startMs: number,
  ): Newness {
    if (seenByMs <= startMs) return 'old';
    const { earliestMs, latestMs } =
      firstRecordMs === undefined
        ? { earliestMs: -Infinity, latestMs: Infinity }
        : this.clock.whenMade(firstRecordMs);
    if (latestMs < startMs - RECORD_TOLERANCE_MS) return 'old';
    const isWholeSecond = firstRecordMs === undefined || firstRecordMs % 1000 === 0;
    if (!isWholeSecond && latestMs < startMs - DOUBTED_FROM_MS) return 'unclear';
    if (appearedAfterMs >= startMs - BASELINE_VALID_MS) return 'new';
    return earliestMs >= startMs - RECORD_TOLERANCE_MS ? 'new' : 'unclear';
  }

  private learnClock(run: RecordedRun, earlier: SeenRun | undefined, readEndedMs: number): void {
    const known = earlier?.run.recordsMs.at(-1) ?? -Infinity;
    for (const record of run.recordsMs) {
      // What was not there at the read before was recorded since.
      const isNew = earlier !== undefined && record > known;
      this.clock.learn(record, isNew ? (earlier?.lastReadMs ?? -Infinity) : -Infinity, readEndedMs);
    }
  }
}

/** Older platforms return only when a run waited or, later, when it started. */
function earliest(known: number | undefined, told: number | undefined): number | undefined {
  return known === undefined || told === undefined ? known : Math.min(known, told);
}

/** Runs are listed newest first: one behind a run that was seen earlier is at least as old. */
function seenByOfNewer(run: RecordedRun, newer: readonly SeenRun[]): number {
  let seenByMs = Infinity;
  for (const other of newer) {
    const contradicts =
      run.number !== undefined && other.run.number !== undefined && run.number > other.run.number;
    if (!contradicts) seenByMs = Math.min(seenByMs, other.seenByMs);
  }
  return seenByMs;
}
