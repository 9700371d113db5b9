import { ascending, median } from './quantiles';

/** What is usual is the median of so many of the latest runs that succeeded … */
export const RUNS_FOR_USUAL = 20;
/** … and of no fewer than these. */
export const LEAST_RUNS_FOR_USUAL = 5;

/**
 * How long a run usually takes.
 * @param durations of the latest runs that succeeded, in any unit
 * @returns undefined where these are too few to tell
 */
export function usualDuration(durations: readonly number[]): number | undefined {
  if (durations.length < LEAST_RUNS_FOR_USUAL) return undefined;
  return median(ascending(durations)) ?? undefined;
}
