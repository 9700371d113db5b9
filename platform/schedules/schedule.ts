import type { Cron } from 'croner';
import { MAX_DUE_TIMES } from '../http/limits';
import type { TimeZone } from './timeZone';

const DAY_MS = 24 * 3_600_000;

/** The platform's own clocks may be so far apart: a run that begins so much too early began in time. */
export const EARLY_MS = 60_000;

/** When something was due, oldest first. */
export interface DueTimes {
  /** Epoch milliseconds. */
  times: number[];
  /** Whether there are more than could be counted: the latest are missing. */
  isCut: boolean;
}

/**
 * When a cron is due by the clock of its zone: a time that the clock never shows counts at the next that it shows, one
 * that it shows twice counts once, when it is shown first.
 */
export class Schedule {
  /** @param cron by the wall's times, as if they were UTC */
  constructor(
    private readonly cron: Cron,
    readonly zone: TimeZone,
  ) {}

  /**
   * What is due after a moment, up to and including another.
   * @param afterMs epoch milliseconds
   * @param most so many at most, and never more than `MAX_DUE_TIMES`
   */
  dueTimes(afterMs: number, untilMs: number, most = MAX_DUE_TIMES): DueTimes {
    const times: number[] = [];
    if (!(untilMs > afterMs)) return { times, isCut: false };
    const lastWall = untilMs + Math.max(...this.offsetsAround(untilMs));
    // One second earlier, as the cron tells what comes after a moment.
    let wall = afterMs + Math.min(...this.offsetsAround(afterMs)) - 1000;
    for (;;) {
      const next = this.cron.nextRun(new Date(wall));
      if (next === null || next.getTime() > lastWall) return { times, isCut: false };
      wall = next.getTime();
      const ms = this.zone.instantOf(wall);
      if (ms > untilMs) return { times, isCut: false };
      if (ms <= afterMs || ms === times.at(-1)) continue;
      if (times.length >= Math.min(most, MAX_DUE_TIMES)) return { times, isCut: true };
      times.push(ms);
    }
  }

  /** The clock may be put forward or back in the days around. */
  private offsetsAround(ms: number): number[] {
    return [ms - DAY_MS, ms, ms + DAY_MS].map((each) => this.zone.offsetAt(each));
  }
}

/**
 * When runs were missed: those due times for which none began from a minute before to the end of the grace period. Each run
 * counts for one due time at most.
 * @param dueMs oldest first, as `beginsMs`: when runs began, whoever started them
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
