import { currentStatusOf } from '../runs/read/run';
import { outcomeOf, type RunOutcome } from '../runs/read/outcome';
import { timeMs } from '../runs/read/times';
import { entriesOf, fieldsOf, textOf, wholeNumberOf } from '../text/values';

/** What a report keeps of a run. Times are epoch milliseconds by the platform's clock. */
export interface PastRun {
  id: string;
  number: number | undefined;
  /** In the platform's words. */
  status: string;
  /** Undefined while it goes on. */
  outcome: RunOutcome | undefined;
  /** When it began; when it was asked for while it waits. */
  beginMs: number;
  /** Undefined while it goes on. */
  endMs: number | undefined;
  /** From the first record to the start of the work; undefined if the platform returns no records. */
  waitMs: number | undefined;
}

/** A run as the page draws it; of a missed one, `beginMs` is when it was due. */
export interface DrawnRun {
  outcome: PastRun['outcome'] | 'missed';
  beginMs: number;
}

/**
 * @param nowMs up to when a run that waits has waited
 * @returns undefined for what is no run, and for one without a time: it belongs to no period
 */
export function readPastRun(response: unknown, nowMs: number): PastRun | undefined {
  const { id, number, status, statusDetails, history, startTime, endTime } = fieldsOf(response);
  const runId = textOf(id);
  const records = recordsOf(history);
  const beginMs = timeMs(startTime) ?? records[0]?.atMs;
  if (runId === undefined || beginMs === undefined) return undefined;
  const { status: current } = currentStatusOf({ status, statusDetails, history });
  const outcome = outcomeOf({ status: current, endTime });
  return {
    id: runId,
    number: wholeNumberOf(number),
    status: current,
    outcome,
    beginMs,
    endMs: outcome === undefined ? undefined : (timeMs(endTime) ?? records.at(-1)?.atMs),
    waitMs: waitIn(records, outcome === undefined ? nowMs : undefined),
  };
}

interface StatusRecord {
  status: string;
  atMs: number;
}

/** Oldest first. */
function recordsOf(history: unknown): StatusRecord[] {
  return entriesOf(fieldsOf(history).statuses)
    .flatMap((record) => {
      const { status, recordAt } = fieldsOf(record);
      const [name, atMs] = [textOf(status), timeMs(recordAt)];
      return name === undefined || atMs === undefined ? [] : [{ status: name, atMs }];
    })
    .sort((a, b) => a.atMs - b.atMs);
}

/** One that never worked has waited until it ended, or until now. */
function waitIn(records: readonly StatusRecord[], nowMs: number | undefined): number | undefined {
  const [first] = records;
  if (!first) return undefined;
  const work = records.find(({ status }) => status === 'RUNNING');
  const untilMs = work?.atMs ?? nowMs ?? records.at(-1)?.atMs ?? first.atMs;
  return Math.max(0, untilMs - first.atMs);
}

/** How long it took; undefined while it goes on. */
export function durationMs({
  beginMs,
  endMs,
}: Pick<PastRun, 'beginMs' | 'endMs'>): number | undefined {
  return endMs === undefined ? undefined : Math.max(0, endMs - beginMs);
}
