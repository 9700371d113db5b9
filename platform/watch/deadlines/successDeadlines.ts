import { InvalidInputError } from '../../common/errors/errors';
import { NEVER_QUIET, type QuietDates, type QuietTimes } from '../../runs/schedules/quietDates';
import { toMissedTimes, type CheckedDueTimes, type Schedule } from '../../runs/schedules/schedule';
import type { ScheduleReader, WrittenSchedule } from '../../runs/schedules/scheduleReader';
import type { DailyDeadline } from './rules';

const DAY_MS = 24 * 3_600_000;
/** Each week has a deadline, so the next deadline is always less than this time away. */
const MAX_BETWEEN_MS = 9 * DAY_MS;
/** If all deadlines within this time are quiet, any success counts. */
const MAX_QUIET_MS = 2 * 366 * DAY_MS;

/**
 * Counts the missed deadlines after `checkedUntilMs`. Deadlines before the last success do not count, even if that success came
 * too late for them.
 * @param lastSuccessMs end of the latest success; 0 if no run succeeded
 */
export function findMissedDeadlines(
  { cron, timezone, countsFrom }: DailyDeadline,
  readSchedule: ScheduleReader,
  { checkedUntilMs, lastSuccessMs }: { checkedUntilMs: number; lastSuccessMs: number },
  nowMs: number,
  quiet: QuietDates,
): CheckedDueTimes {
  const schedule = requireSchedule(readSchedule, { cron, timezone });
  const starts = requireSchedule(readSchedule, { cron: countsFrom ?? cron, timezone });
  const quietTimes = quiet.in(schedule.zone);
  // Successes count from the previous deadline that is not quiet or, with `countsFrom`, from the last of its times, quiet or not.
  const ignoredTimes = countsFrom ? NEVER_QUIET.in(schedule.zone) : quietTimes;
  const isMissed = (ms: number) => lastSuccessMs <= findLastBefore(starts, ms, ignoredTimes);
  const checked = schedule
    .findDueTimes(Math.max(checkedUntilMs, lastSuccessMs), nowMs)
    .times.filter((ms) => quietTimes.includes(ms) || isMissed(ms));
  const missed = toMissedTimes(checked.filter((ms) => !quietTimes.includes(ms)));
  return { missed, checkedUntilMs: checked.at(-1) ?? checkedUntilMs };
}

/** @throws InvalidInputError if the deadline cannot be read, because it would otherwise never be missed */
function requireSchedule(readSchedule: ScheduleReader, written: WrittenSchedule): Schedule {
  const found = readSchedule(written);
  if ('schedule' in found) return found.schedule;
  throw new InvalidInputError(
    `The deadline cannot be read: ${found.problem}`,
    'Check the fields of the deadline. Nothing was reported for this poll.',
  );
}

/** Returns the last due time that is not quiet and comes before `ms`; 0 if there is none within `MAX_QUIET_MS`. */
function findLastBefore(schedule: Schedule, ms: number, quiet: QuietTimes): number {
  for (let untilMs = ms - 1; untilMs > ms - MAX_QUIET_MS; untilMs -= MAX_BETWEEN_MS) {
    const { times } = schedule.findDueTimes(untilMs - MAX_BETWEEN_MS, untilMs);
    const last = times.findLast((dueMs) => !quiet.includes(dueMs));
    if (last !== undefined) return last;
  }
  return 0;
}
