import { NEVER_QUIET } from '../runs/schedules/quietDates';
import { MAX_DUE_TIMES, missedTimes } from '../runs/schedules/schedule';
import type { ScheduleReader } from '../runs/schedules/scheduleReader';
import type { PastRun } from '../runs/read/pastRuns';
import type { ReportSubject } from './subjects';

/** A due run that has not begun this long after it was due is missed. */
export const GRACE_MS = 15 * 60_000;
const MINUTE_MS = 60_000;

export interface MissedRuns {
  /** When the missed runs were due, oldest first; epoch milliseconds. */
  dueMs: number[];
  /** The last of these, if no run has begun since. */
  openSinceMs: number | undefined;
  /** Whether there are too many due times to count: the oldest are left out. */
  isCut: boolean;
}

/**
 * Finds the runs that were due by the current schedule and did not begin within the grace period. Every run counts, however
 * it was started, except for a skipped one; each for one due time at most.
 * @param runs newest first, those of the whole time and of the grace period behind it
 * @returns undefined if nothing is scheduled, or why the schedule cannot be read
 */
export function findMissedRuns(
  { schedule, createdMs = -Infinity }: Pick<ReportSubject, 'schedule' | 'createdMs'>,
  runs: readonly PastRun[],
  { fromMs, toMs, nowMs }: { fromMs: number; toMs: number; nowMs: number },
  readSchedule: ScheduleReader,
  quiet = NEVER_QUIET,
): MissedRuns | { problem: string } | undefined {
  const read = schedule ? readSchedule(schedule) : undefined;
  if (!read || 'problem' in read) return read;
  const untilMs = Math.min(toMs, nowMs - GRACE_MS);
  const all = read.schedule.dueTimes(Math.max(fromMs, createdMs) - 1, untilMs);
  // The newest due times matter most. No cron is due more often than each minute.
  const newestMs = untilMs - MAX_DUE_TIMES * MINUTE_MS;
  const { times } = all.isCut ? read.schedule.dueTimes(newestMs, untilMs) : all;
  const begins = runs
    .filter(({ outcome }) => outcome !== 'skipped')
    .map(({ beginMs }) => beginMs)
    .reverse();
  const quietTimes = quiet.in(read.schedule.zone);
  const dueMs = missedTimes(times, begins, GRACE_MS).filter((ms) => !quietTimes.includes(ms));
  const lastMs = dueMs.at(-1);
  const isOpen = lastMs !== undefined && (begins.at(-1) ?? -Infinity) < lastMs;
  return { dueMs, openSinceMs: isOpen ? lastMs : undefined, isCut: all.isCut };
}
