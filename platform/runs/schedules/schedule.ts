import type { Cron } from 'croner';
import type { QuietDates } from './quietDates';
import type { TimeZone } from './timeZone';

const DAY_MS = 24 * 3_600_000;

/** The platform's own clocks may differ, so a run that begins this early counts as in time. */
const EARLY_MS = 60_000;

/** Enough for a month of every minute. */
export const MAX_DUE_TIMES = 50_000;

export interface DueTimes {
  /** Epoch milliseconds, oldest first. */
  times: number[];
  /** Whether there are more than `MAX_DUE_TIMES`. The latest are left out. */
  isCut: boolean;
}

export class Schedule {
  /** @param cron wall times as if they were UTC; `TimeZone.instantOf` handles days on which clocks change */
  constructor(
    private readonly cron: Cron,
    readonly zone: TimeZone,
  ) {}

  /** Lists due times after a moment, up to and including another; both are epoch milliseconds. */
  dueTimes(afterMs: number, untilMs: number): DueTimes {
    const times: number[] = [];
    if (!(untilMs > afterMs)) return { times, isCut: false };
    const lastWall = untilMs + Math.max(...this.offsetsAround(untilMs));
    // `nextRun` excludes the given second, so the search begins a second earlier.
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

  /** The clock may change within a day of the moment. */
  private offsetsAround(ms: number): number[] {
    return [ms - DAY_MS, ms, ms + DAY_MS].map((each) => this.zone.offsetAt(each));
  }
}

/**
 * Looks back: returns the due times for which no run began between a minute before and the end of the grace period. A run counts
 * for one due time.
 * @param dueMs oldest first
 * @param beginsMs starts of the runs of all users, oldest first
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

/** Missed due times; epoch milliseconds. */
export interface Missed {
  count: number;
  firstMs: number;
  lastMs: number;
}

export interface Due {
  missed: Missed | undefined;
  /** The next poll checks later times only. It includes quiet times, which stay quiet if their dates are removed later. */
  settledMs: number;
}

/**
 * Looks at the present: returns the due times after which no run has begun. Unlike in `missedTimes`, a run that began after the
 * grace period settles all due times before it.
 * @param lastBegunMs start of the latest run; 0 for none
 * @param untilMs latest due time to check
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
