import { createHash } from 'node:crypto';
import { EARLY_MS, type Schedule } from '../../schedules/schedule';
import type { ReadSchedule, ScheduleReader, WrittenSchedule } from '../../schedules/scheduleReader';
import type { DeadlineRule } from './rules';
import type { AbsenceState } from './state';

const DAY_MS = 24 * 3_600_000;
/** No deadline has another further away: there is one on some day of each week. */
const MAX_BETWEEN_MS = 9 * DAY_MS;

/** What should have happened and has not: how often, and when for the last time. */
export interface Missed {
  count: number;
  firstMs: number;
  lastMs: number;
}

/**
 * When a schedule was due since what is settled, and no run has begun since. As `missedTimes`, but for the present: a run
 * that began after its grace period and before the poll settles what was due before it.
 */
export function missedRuns(
  schedule: Schedule,
  { dueAfterMs, lastBegunMs }: AbsenceState,
  untilMs: number,
): Missed | undefined {
  const begun = lastBegunMs === 0 ? 0 : lastBegunMs + EARLY_MS;
  const { times, isCut } = schedule.dueTimes(Math.max(dueAfterMs, begun), untilMs);
  const missed = missedOf(times);
  // What could not be counted any more is settled with the rest.
  return missed && isCut ? { ...missed, lastMs: untilMs } : missed;
}

/** Deadlines since what is settled, where nothing has succeeded for any of them up to now. */
export function missedDeadlines(
  rule: Extract<DeadlineRule, { kind: 'timeOfDay' }>,
  read: ScheduleReader,
  { deadlineAfterMs, lastSuccessMs }: AbsenceState,
  nowMs: number,
): Missed | undefined {
  const { cron, timezone, countsFrom = cron } = rule;
  const [deadlines, starts] = [read({ cron, timezone }), read({ cron: countsFrom, timezone })];
  if ('problem' in deadlines || 'problem' in starts) return undefined;
  const { times } = deadlines.schedule.dueTimes(Math.max(deadlineAfterMs, lastSuccessMs), nowMs);
  const late = times.filter((ms) => {
    const before = starts.schedule.dueTimes(ms - MAX_BETWEEN_MS, ms - 1).times;
    return lastSuccessMs <= (before.at(-1) ?? 0);
  });
  return missedOf(late);
}

function missedOf(times: readonly number[]): Missed | undefined {
  const [firstMs, lastMs] = [times[0], times.at(-1)];
  if (firstMs === undefined || lastMs === undefined) return undefined;
  return { count: times.length, firstMs, lastMs };
}

export const UNREADABLE = '!';
const CHARACTERS = 6;

/** Tells one schedule from another, in a few characters; empty for none. */
export function scheduleMark(
  written: WrittenSchedule | undefined,
  read: ReadSchedule | undefined,
): string {
  if (!written || !read) return '';
  if ('problem' in read) return UNREADABLE;
  const text = JSON.stringify([written.cron, written.timezone ?? null]);
  return createHash('sha256').update(text).digest('base64url').slice(0, CHARACTERS);
}
