import { createHash } from 'node:crypto';
import { InvalidInputError } from '../../errors/errors';
import { NEVER_QUIET, type QuietDates, type QuietTimes } from '../../schedules/quietDates';
import { EARLY_MS, type Schedule } from '../../schedules/schedule';
import type { ReadSchedule, ScheduleReader, WrittenSchedule } from '../../schedules/scheduleReader';
import type { DeadlineRule } from './rules';
import type { AbsenceState } from './state';

const DAY_MS = 24 * 3_600_000;
/** No deadline has another further away: there is one on some day of each week. */
const MAX_BETWEEN_MS = 9 * DAY_MS;
/** If all deadlines of so long are quiet, any success counts. */
const MAX_QUIET_MS = 2 * 366 * DAY_MS;

/** What should have happened and has not: how often, and when for the last time. */
export interface Missed {
  count: number;
  firstMs: number;
  lastMs: number;
}

/** What was due since what is settled. */
interface Due {
  missed?: Missed | undefined;
  /** Up to then it is settled, what was quiet included: also if that is not in the list of quiet dates any more. */
  settledMs: number;
}

/**
 * When a schedule was due since what is settled, and no run has begun since. As `missedTimes`, but for the present: a run
 * that began after its grace period and before the poll settles what was due before it.
 */
export function missedRuns(
  schedule: Schedule,
  { dueAfterMs, lastBegunMs }: AbsenceState,
  untilMs: number,
  quiet: QuietDates,
): Due {
  const begun = lastBegunMs === 0 ? 0 : lastBegunMs + EARLY_MS;
  const { times, isCut } = schedule.dueTimes(Math.max(dueAfterMs, begun), untilMs);
  const quietTimes = quiet.in(schedule.zone);
  const missed = missedOf(times.filter((ms) => !quietTimes.includes(ms)));
  // What could not be counted any more is settled with the rest.
  if (isCut) return { missed: missed && { ...missed, lastMs: untilMs }, settledMs: untilMs };
  return { missed, settledMs: times.at(-1) ?? dueAfterMs };
}

/** Deadlines since what is settled, where nothing has succeeded for any of them up to now. */
export function missedDeadlines(
  rule: Extract<DeadlineRule, { kind: 'timeOfDay' }>,
  read: ScheduleReader,
  { deadlineAfterMs, lastSuccessMs }: AbsenceState,
  nowMs: number,
  quiet: QuietDates,
): Due {
  const { cron, timezone, countsFrom } = rule;
  const deadlines = read({ cron, timezone });
  const starts = countsFrom ? read({ cron: countsFrom, timezone }) : deadlines;
  // Never due would be taken for never missed.
  if ('problem' in deadlines) throw unreadable(deadlines.problem);
  if ('problem' in starts) throw unreadable(starts.problem);
  const { schedule } = deadlines;
  const quietTimes = quiet.in(schedule.zone);
  // A deadline that is quiet ends nothing: successes count from the one before it.
  const skipped = countsFrom ? NEVER_QUIET.in(schedule.zone) : quietTimes;
  const isLate = (ms: number) => lastSuccessMs <= lastBefore(starts.schedule, ms, skipped);
  const settled = schedule
    .dueTimes(Math.max(deadlineAfterMs, lastSuccessMs), nowMs)
    .times.filter((ms) => quietTimes.includes(ms) || isLate(ms));
  const missed = missedOf(settled.filter((ms) => !quietTimes.includes(ms)));
  return { missed, settledMs: settled.at(-1) ?? deadlineAfterMs };
}

function unreadable(problem: string): InvalidInputError {
  const hint = 'Check the fields of the deadline. Nothing was reported for this poll.';
  return new InvalidInputError(`The deadline cannot be read: ${problem}`, hint);
}

/** The last time before a moment that is not quiet; 0 if there is none in two years. */
function lastBefore(schedule: Schedule, ms: number, quiet: QuietTimes): number {
  for (let untilMs = ms - 1; untilMs > ms - MAX_QUIET_MS; untilMs -= MAX_BETWEEN_MS) {
    const { times } = schedule.dueTimes(untilMs - MAX_BETWEEN_MS, untilMs);
    const last = times.findLast((each) => !quiet.includes(each));
    if (last !== undefined) return last;
  }
  return 0;
}

function missedOf(times: readonly number[]): Missed | undefined {
  const [firstMs, lastMs] = [times[0], times.at(-1)];
  if (firstMs === undefined || lastMs === undefined) return undefined;
  return { count: times.length, firstMs, lastMs };
}

/** The mark of every schedule that cannot be read begins so. */
const UNREADABLE = '!';
const CHARACTERS = 6;

/** Tells one schedule from another, in a few characters; empty for none. */
export function scheduleMark(
  written: WrittenSchedule | undefined,
  read: ReadSchedule | undefined,
): string {
  if (!written || !read) return '';
  const text = JSON.stringify([written.cron, written.timezone ?? null]);
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, CHARACTERS);
  return 'problem' in read ? `${UNREADABLE}${hash}` : hash;
}
