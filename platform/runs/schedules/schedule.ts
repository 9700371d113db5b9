import type { Cron } from 'croner';
import type { QuietDates } from './quietDates';
import type { TimeZone } from './timeZone';

const DAY_MS = 24 * 3_600_000;

/** The platform's clocks may differ from each other, so a run that begins at most this early counts as on time. */
const MAX_EARLY_MS = 60_000;

/** This is enough for one due time a minute for a month. */
export const MAX_DUE_TIMES = 50_000;

export interface DueTimes {
  /** Epoch milliseconds, oldest first. */
  times: number[];
  /** True if there are more than `MAX_DUE_TIMES`, so the latest are left out. */
  isCut: boolean;
}

export class Schedule {
  /** @param cron returns wall times as if they were UTC; `TimeZone.toInstantMs` handles days on which clocks change */
  constructor(
    private readonly cron: Cron,
    readonly zone: TimeZone,
  ) {}

  /** Lists due times after a moment, up to and including another; both are epoch milliseconds. */
  findDueTimes(afterMs: number, untilMs: number): DueTimes {
    const times: number[] = [];
    if (!(untilMs > afterMs)) return { times, isCut: false };
    const lastWall = untilMs + Math.max(...this.getOffsetsAround(untilMs));
    let wall = afterMs + Math.min(...this.getOffsetsAround(afterMs));
    for (;;) {
      const next = this.cron.nextRun(new Date(wall));
      if (next === null || next.getTime() > lastWall) return { times, isCut: false };
      wall = next.getTime();
      const ms = this.zone.toInstantMs(wall);
      if (ms > untilMs) return { times, isCut: false };
      if (ms <= afterMs || ms === times.at(-1)) continue;
      if (times.length >= MAX_DUE_TIMES) return { times, isCut: true };
      times.push(ms);
    }
  }

  /** Returns the offsets before, at and after a moment, because the clock may change within a day of it. */
  private getOffsetsAround(ms: number): number[] {
    return [ms - DAY_MS, ms, ms + DAY_MS].map((nearbyMs) => this.zone.getOffsetMs(nearbyMs));
  }
}

/**
 * Returns the past due times for which no run began. A run may begin from a minute before the due time until the end of the grace
 * period. Each run counts for at most one due time.
 * @param dueMs oldest first
 * @param beginsMs starts of the runs of all users, oldest first
 */
export function findMissedTimes(
  dueMs: readonly number[],
  beginsMs: readonly number[],
  graceMs: number,
): number[] {
  let next = 0;
  return dueMs.filter((ms) => {
    while ((beginsMs[next] ?? Infinity) < ms - MAX_EARLY_MS) next++;
    if ((beginsMs[next] ?? Infinity) > ms + graceMs) return true;
    next++;
    return false;
  });
}

/** The number of missed due times, with the first and the last of them in epoch milliseconds. */
export interface MissedTimes {
  count: number;
  firstMs: number;
  lastMs: number;
}

export interface CheckedDueTimes {
  missed: MissedTimes | undefined;
  /** The next poll checks only later times. Quiet times count as checked, so they stay quiet if their dates are removed. */
  checkedUntilMs: number;
}

/**
 * Finds the due times after which no run has begun until now. Unlike in `findMissedTimes`, a run counts for all due times before
 * it, even if it began after the grace period.
 * @param lastBegunMs start of the latest run; 0 if no run began
 * @param untilMs latest due time to check
 */
export function findMissedSince(
  schedule: Schedule,
  { checkedUntilMs, lastBegunMs }: { checkedUntilMs: number; lastBegunMs: number },
  untilMs: number,
  quiet: QuietDates,
): CheckedDueTimes {
  const coveredUntilMs = lastBegunMs === 0 ? 0 : lastBegunMs + MAX_EARLY_MS;
  const { times, isCut } = schedule.findDueTimes(Math.max(checkedUntilMs, coveredUntilMs), untilMs);
  const quietTimes = quiet.in(schedule.zone);
  const missed = toMissedTimes(times.filter((ms) => !quietTimes.includes(ms)));
  // Times beyond `MAX_DUE_TIMES` count as checked.
  if (isCut) return { missed: missed && { ...missed, lastMs: untilMs }, checkedUntilMs: untilMs };
  return { missed, checkedUntilMs: times.at(-1) ?? checkedUntilMs };
}

/** @param times oldest first */
export function toMissedTimes(times: readonly number[]): MissedTimes | undefined {
  const [firstMs, lastMs] = [times[0], times.at(-1)];
  if (firstMs === undefined || lastMs === undefined) return undefined;
  return { count: times.length, firstMs, lastMs };
}
