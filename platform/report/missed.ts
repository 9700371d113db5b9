import { NEVER_QUIET } from '../runs/schedules/quietDates';
import { MAX_DUE_TIMES, findMissedTimes } from '../runs/schedules/schedule';
import type { ScheduleReader } from '../runs/schedules/scheduleReader';
import type { PastRun } from '../runs/read/pastRuns';
import type { ReportSubject } from './subjects';

/** A run is missed if it has not begun this long after its due time. */
export const GRACE_MS = 15 * 60_000;
const MINUTE_MS = 60_000;

export interface MissedRuns {
  /** The due times of the missed runs, oldest first. */
  dueMs: number[];
  /** The last missed due time; undefined if a run that was not skipped has begun since. */
  lateDueMs: number | undefined;
  /** True if there are too many due times, so the oldest are left out. */
  isCut: boolean;
}

/**
 * Finds due times of the current schedule for which no run began between a minute before and the end of the grace period. It does
 * not matter how a run was started, but each run counts for at most one due time. Skipped runs do not count.
 * @param runs all runs of the period and of `GRACE_MS` after it, newest first
 * @returns undefined if nothing is scheduled, or the problem if the schedule cannot be read
 */
export function findMissedRuns(
  { schedule, createdMs = -Infinity }: Pick<ReportSubject, 'schedule' | 'createdMs'>,
  runs: readonly PastRun[],
  { fromMs, toMs, nowMs }: { fromMs: number; toMs: number; nowMs: number },
  readSchedule: ScheduleReader,
  quiet = NEVER_QUIET,
): MissedRuns | { problem: string } | undefined {
  const found = schedule ? readSchedule(schedule) : undefined;
  if (!found || 'problem' in found) return found;
  const untilMs = Math.min(toMs, nowMs - GRACE_MS);
  const all = found.schedule.findDueTimes(Math.max(fromMs, createdMs) - 1, untilMs);
  // If there are too many due times, only the newest are checked. A schedule has at most one due time a minute.
  const newestMs = untilMs - MAX_DUE_TIMES * MINUTE_MS;
  const { times } = all.isCut ? found.schedule.findDueTimes(newestMs, untilMs) : all;
  const begins = runs
    .filter(({ outcome }) => outcome !== 'skipped')
    .map(({ beginMs }) => beginMs)
    .reverse();
  const quietTimes = quiet.in(found.schedule.zone);
  const dueMs = findMissedTimes(times, begins, GRACE_MS).filter((ms) => !quietTimes.includes(ms));
  const lastMs = dueMs.at(-1);
  const isLate = lastMs !== undefined && (begins.at(-1) ?? -Infinity) < lastMs;
  return { dueMs, lateDueMs: isLate ? lastMs : undefined, isCut: all.isCut };
}
