import { MAX_DUE_TIMES } from '../http/limits';
import type { ScheduleReader } from '../schedules/scheduleReader';
import { NEVER_QUIET } from '../schedules/quietDates';
import { missedTimes } from '../schedules/schedule';
import type { PastRun } from './pastRun';
import type { ReportSubject } from './subjects';

/** So long after a run was due, one that has not begun is missed. */
export const GRACE_MS = 15 * 60_000;
const MINUTE_MS = 60_000;

export interface MissedSchedules {
  /** How many due runs did not come … */
  count: number;
  /** … and when they were due, oldest first; epoch milliseconds. */
  dueMs: number[];
  /** When the last of them was due, if none has begun since; epoch milliseconds. */
  openSinceMs: number | undefined;
  /** Whether there are too many due times to count: the oldest are left out. */
  isCut: boolean;
}

interface CountedTime {
  /** Epoch milliseconds. */
  fromMs: number;
  toMs: number;
  nowMs: number;
}

/**
 * How many runs that were due by the schedule as it is now did not begin within the grace period. Every run
 * counts, however it was started, except for a skipped one; each for one due time at most.
 * @param runs newest first, those of the whole time and of the grace period behind it
 * @returns undefined if nothing is scheduled, or why the schedule cannot be read
 */
export function missedOf(
  { schedule, createdMs = -Infinity }: Pick<ReportSubject, 'schedule' | 'createdMs'>,
  runs: readonly PastRun[],
  { fromMs, toMs, nowMs }: CountedTime,
  read: ScheduleReader,
  quiet = NEVER_QUIET,
): MissedSchedules | { problem: string } | undefined {
  const found = schedule ? read(schedule) : undefined;
  if (!found || 'problem' in found) return found;
  const untilMs = Math.min(toMs, nowMs - GRACE_MS);
  const sinceMs = Math.max(fromMs, createdMs) - 1;
  const all = found.schedule.dueTimes(sinceMs, untilMs);
  // The newest tell how it is now. No cron is due more often than each minute.
  const newestMs = untilMs - MAX_DUE_TIMES * MINUTE_MS;
  const { times } = all.isCut ? found.schedule.dueTimes(newestMs, untilMs) : all;
  const begins = runs
    .filter(({ outcome }) => outcome !== 'skipped')
    .map(({ beginMs }) => beginMs)
    .reverse();
  const quietTimes = quiet.in(found.schedule.zone);
  const missed = missedTimes(times, begins, GRACE_MS).filter((ms) => !quietTimes.includes(ms));
  const lastMissedMs = missed.at(-1);
  const lastBegunMs = begins.at(-1) ?? -Infinity;
  const isOpen = lastMissedMs !== undefined && lastBegunMs < lastMissedMs;
  const openSinceMs = isOpen ? lastMissedMs : undefined;
  return { count: missed.length, dueMs: missed, openSinceMs, isCut: all.isCut };
}
