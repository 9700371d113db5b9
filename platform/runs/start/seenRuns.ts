import { entriesOf, fieldsOf } from '../../text/values';
import type { RunKind } from '../kinds';
import type { RecordClock } from '../read/recordClock';
import { readRun } from '../read/run';
import { timeMs } from '../read/times';

/** What a platform records of a run, as far as it distinguishes runs of one job. */
export interface RecordedRun {
  id: string;
  status: string;
  /** Counts from 1 within the job or pipeline. */
  number?: number;
  startTime?: string | null;
  /** When its statuses were recorded, by the records' own clock: epoch milliseconds, oldest first. */
  recordsMs: number[];
  /** What started it, as `MANUAL_JOB` or `CRON_JOB`. */
  trigger?: string;
  /** The login that started it. */
  startedBy?: string;
  isPartOfPipeline: boolean;
}

/** @throws UnexpectedResponseError for what is no run */
export function readRecordedRun(response: unknown): RecordedRun {
  const { id, status, number, startTime, trigger, startedBy } = readRun(response, 'instances');
  const { history, statusDetails, pipelineInstanceId, ...times } = fieldsOf(response);
  const { statuses, currentStatus } = fieldsOf(history);
  const records = [...entriesOf(statuses), currentStatus, statusDetails];
  const recordsMs = [
    ...records.map((record) => fieldsOf(record).recordAt),
    times.startTime,
    times.endTime,
  ]
    .map(timeMs)
    .filter((time) => time !== undefined)
    .sort((a, b) => a - b);
  const isPartOfPipeline = Boolean(pipelineInstanceId);
  return { id, status, number, startTime, recordsMs, trigger, startedBy, isPartOfPipeline };
}

/** What the runs of other starts are recognized by. */
interface Starter {
  kind: RunKind;
  /** The login that our starts are sent with. */
  login: string;
  /** Whether a start of this process has the run. */
  isClaimed(runId: string): boolean;
}

interface SeenRun {
  run: RecordedRun;
  /** The earliest record that was ever returned; undefined if there was none at first: later ones say nothing of its start. */
  firstRecordMs: number | undefined;
  /** When the last read was begun that did not show the run yet. */
  appearedAfterMs: number;
  /** When the first read had ended that showed it, or one that began later than it. */
  seenByMs: number;
  /** When the last read was begun that showed it. */
  lastReadMs: number;
}

/** Which runs go to starts whose responses were lost. */
interface Attribution {
  /** Runs that can only be those of these starts, not more than there are starts. */
  attributed: RecordedRun[];
  /** Runs that may be those of the others of them. */
  candidates: RecordedRun[];
}

/** The machines of one platform, and the moments at which it records and responds, differ by less. */
const RECORD_TOLERANCE_MS = 1_000;
/** A record with fractions of a second that is so much older than a start may be of another one. */
const DOUBTED_FROM_MS = 100;
/** An earlier read shows which runs are new to a start that follows it so soon. */
const BASELINE_VALID_MS = 10_000;
const MAX_SEEN_RUNS = 1_000;

/** What reads of the newest runs of one job have shown, and when. Times are epoch milliseconds of this machine. */
export class SeenRuns {
  private readonly byId = new Map<string, SeenRun>();
  /** When the last read was begun. */
  private lastReadMs = -Infinity;

  constructor(
    private readonly clock: RecordClock,
    private readonly starter: Starter,
  ) {}

  /** @param runs newest first */
  add(runs: readonly RecordedRun[], readBeganMs: number, readEndedMs: number): void {
    const seen: SeenRun[] = [];
    for (const run of runs) {
      const earlier = this.byId.get(run.id);
      this.learnClock(run, earlier, readEndedMs);
      const [first] = run.recordsMs;
      const seenRun = {
        run,
        firstRecordMs: earlier ? earliest(earlier.firstRecordMs, first) : first,
        appearedAfterMs: earlier?.appearedAfterMs ?? this.lastReadMs,
        seenByMs: earlier?.seenByMs ?? Math.min(readEndedMs, seenByOfNewer(run, seen)),
        lastReadMs: readBeganMs,
      };
      seen.push(seenRun);
      // Moved to the end, so that what was not seen for longest is the first to go.
      this.byId.delete(run.id);
      this.byId.set(run.id, seenRun);
    }
    this.lastReadMs = readBeganMs;
    for (const id of this.byId.keys()) {
      if (this.byId.size <= Math.max(MAX_SEEN_RUNS, runs.length)) break;
      this.byId.delete(id);
    }
  }

  /**
   * Whose the runs are that began since the first of some lost starts. With one candidate more than starts, any of them
   * may be a stranger's; with fewer, each that is certainly new and started like ours is ours.
   */
  attribute(sinceMs: number, lostStarts: number): Attribution {
    const [certain, unclear]: [RecordedRun[], RecordedRun[]] = [[], []];
    for (const seenRun of this.byId.values()) {
      const [newness, owner] = [this.newnessOf(seenRun, sinceMs), this.ownerOf(seenRun.run)];
      if (newness === 'old' || owner === 'another') continue;
      (newness === 'new' && owner === 'ours' ? certain : unclear).push(seenRun.run);
    }
    return certain.length + unclear.length > lostStarts
      ? { attributed: [], candidates: [...certain, ...unclear] }
      : { attributed: certain, candidates: unclear };
  }

  /** Whether one of our starts can have begun the run. */
  ownerOf(run: RecordedRun): 'ours' | 'another' | 'unclear' {
    const { kind, login, isClaimed } = this.starter;
    if (isClaimed(run.id) || run.isPartOfPipeline) return 'another';
    if (run.startedBy !== undefined && !isSameLogin(run.startedBy, login)) return 'another';
    const { trigger } = run;
    if (trigger === undefined) return 'ours';
    if (/CRON|SCHEDUL/i.test(trigger)) return 'another';
    if (kind.noun === 'job' && /PIPELINE/i.test(trigger)) return 'another';
    // A later platform may have more causes, and may name ours in another way.
    return /^MANUAL/i.test(trigger) ? 'ours' : 'unclear';
  }

  private newnessOf(
    { firstRecordMs, appearedAfterMs, seenByMs }: SeenRun,
    startMs: number,
  ): 'new' | 'old' | 'unclear' {
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
      this.clock.learn(record, isNew ? earlier.lastReadMs : -Infinity, readEndedMs);
    }
  }
}

function isSameLogin(author: string, login: string): boolean {
  return author.trim().toLowerCase() === login.trim().toLowerCase();
}

/** Older platforms return only when a run waited or, later, when it started. */
function earliest(known: number | undefined, read: number | undefined): number | undefined {
  return known === undefined || read === undefined ? known : Math.min(known, read);
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
