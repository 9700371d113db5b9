import { InvalidInputError } from '../../common/errors/errors';
import { NEVER_QUIET, type QuietDates, type QuietTimes } from '../../runs/schedules/quietDates';
import { countMissed, type Due, type Schedule } from '../../runs/schedules/schedule';
import type { ScheduleReader, WrittenSchedule } from '../../runs/schedules/scheduleReader';
import type { DailyDeadline } from './rules';

const DAY_MS = 24 * 3_600_000;
/** Each week has a deadline, so they are less far apart. */
const MAX_BETWEEN_MS = 9 * DAY_MS;
/** If all deadlines of this time are quiet, any success counts. */
const MAX_QUIET_MS = 2 * 366 * DAY_MS;

/**
 * Returns the deadlines since `settledMs` without a success until now.
 * @param lastSuccessMs end of the latest success; 0 for none
 */
export function missedDeadlines(
  { cron, timezone, countsFrom }: DailyDeadline,
  read: ScheduleReader,
  { settledMs, lastSuccessMs }: { settledMs: number; lastSuccessMs: number },
  nowMs: number,
  quiet: QuietDates,
): Due {
  const schedule = requireSchedule(read, { cron, timezone });
  const starts = countsFrom ? requireSchedule(read, { cron: countsFrom, timezone }) : schedule;
  const quietTimes = quiet.in(schedule.zone);
  // Successes for the deadline after a quiet one already count from the deadline before that.
  const skipped = countsFrom ? NEVER_QUIET.in(schedule.zone) : quietTimes;
  const isMissed = (ms: number) => lastSuccessMs <= lastBefore(starts, ms, skipped);
  const settled = schedule
    .dueTimes(Math.max(settledMs, lastSuccessMs), nowMs)
    .times.filter((ms) => quietTimes.includes(ms) || isMissed(ms));
  const missed = countMissed(settled.filter((ms) => !quietTimes.includes(ms)));
  return { missed, settledMs: settled.at(-1) ?? settledMs };
}

/** @throws InvalidInputError if the deadline cannot be read; otherwise it would seem never missed */
function requireSchedule(read: ScheduleReader, written: WrittenSchedule): Schedule {
  const found = read(written);
  if ('schedule' in found) return found.schedule;
  throw new InvalidInputError(
    `The deadline cannot be read: ${found.problem}`,
    'Check the fields of the deadline. Nothing was reported for this poll.',
  );
}

/** Returns the last due time before a moment that is not quiet; 0 for none within `MAX_QUIET_MS`. */
function lastBefore(schedule: Schedule, ms: number, quiet: QuietTimes): number {
  for (let untilMs = ms - 1; untilMs > ms - MAX_QUIET_MS; untilMs -= MAX_BETWEEN_MS) {
    const { times } = schedule.dueTimes(untilMs - MAX_BETWEEN_MS, untilMs);
    const last = times.findLast((each) => !quiet.includes(each));
    if (last !== undefined) return last;
  }
  return 0;
}
