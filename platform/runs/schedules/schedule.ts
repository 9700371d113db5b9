import type { Cron } from 'croner';
import type { QuietDates } from './quietDates';
import type { TimeZone } from './timeZone';

const DAY_MS = 24 * 3_600_000;

/** The platform's own clocks may differ by a minute: a run that begins this early began in time. */
const EARLY_MS = 60_000;

/** This many due times of one schedule are counted at most: a month of every minute. */
export const MAX_DUE_TIMES = 50_000;

/** Due times, oldest first. */
export interface DueTimes {
  /** Epoch milliseconds. */
  times: number[];
  /** Whether there are more than `MAX_DUE_TIMES`: the latest are left out. */
  isCut: boolean;
}

/** Tells when a cron is due by the clock of its zone; see `TimeZone.instantOf` for the days on which clocks change. */
export class Schedule {
  /** @param cron in wall times, as if they were UTC */
  constructor(
    private readonly cron: Cron,
    readonly zone: TimeZone,
  ) {}

  /** Lists what is due after a moment, up to and including another; both are epoch milliseconds. */
  dueTimes(afterMs: number, untilMs: number): DueTimes {
    const times: number[] = [];
    if (!(untilMs > afterMs)) return { times, isCut: false };
    const lastWall = untilMs + Math.max(...this.offsetsAround(untilMs));
    // `nextRun` returns times after the given one, so a time at that very second needs an earlier start.
    let wall = afterMs + Math.min(...this.offsetsAround(afterMs)) - 1000;
    for (;;) {
      const next = this.cron.nextRun(new Date(wall));
      if (next === null || next.getTime() > lastWall) return { times, isCut: false };
      wall = next.getTime();
      const ms = this.zone.instantOf(wall);
      if (ms > untilMs) return { times, isCut: false };
      if (ms <= afterMs || ms === times.at(-1)) continue;
      if (times.length >= MAX_DUE_TIMES) return { times, isCut: true };
      times.push(ms);
    }
  }

  /** The clock may be put forward or back in the days around. */
  private offsetsAround(ms: number): number[] {
    return [ms - DAY_MS, ms, ms + DAY_MS].map((each) => this.zone.offsetAt(each));
  }
}

/**
 * Returns the due times for which no run began from a minute before to the end of the grace period, for a look back. Each run
 * counts for one due time at most.
 * @param dueMs oldest first, as `beginsMs`: when runs began, of all users
 */
export function missedTimes(
  dueMs: readonly number[],
  beginsMs: readonly number[],
  graceMs: number,
): number[] {
  let next = 0;
  return dueMs.filter((ms) => {
    while ((beginsMs[next] ?? Infinity) < ms - EARLY_MS) next++;
    if ((beginsMs[next] ?? Infinity) > ms + graceMs) return true;
    next++;
    return false;
  });
}

/** Due times without what was due; epoch milliseconds. */
export interface Missed {
  count: number;
  firstMs: number;
  lastMs: number;
}

/** Due times since the last look. */
export interface Due {
  /** Undefined for none. */
  missed: Missed | undefined;
  /** The next look begins after this time, quiet times included: they stay quiet if their dates are removed later. */
  settledMs: number;
}

/**
 * Returns the due times since which no run has begun, for the present: unlike with `missedTimes`, a run that began after the grace
 * period, but before this look, settles all that was due before it.
 * @param settledMs see `Due`
 * @param lastBegunMs when the latest run began; 0 for none
 * @param untilMs the end of the look, without the grace period
 */
export function missedSince(
  schedule: Schedule,
  { settledMs, lastBegunMs }: { settledMs: number; lastBegunMs: number },
  untilMs: number,
  quiet: QuietDates,
): Due {
  const begun = lastBegunMs === 0 ? 0 : lastBegunMs + EARLY_MS;
  const { times, isCut } = schedule.dueTimes(Math.max(settledMs, begun), untilMs);
  const quietTimes = quiet.in(schedule.zone);
  const missed = countMissed(times.filter((ms) => !quietTimes.includes(ms)));
  // Times beyond `MAX_DUE_TIMES` are settled with the others.
  if (isCut) return { missed: missed && { ...missed, lastMs: untilMs }, settledMs: untilMs };
  return { missed, settledMs: times.at(-1) ?? settledMs };
}

/** @param times oldest first */
export function countMissed(times: readonly number[]): Missed | undefined {
  const [firstMs, lastMs] = [times[0], times.at(-1)];
  if (firstMs === undefined || lastMs === undefined) return undefined;
  return { count: times.length, firstMs, lastMs };
}
