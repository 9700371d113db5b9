import { durationMs, type PastRun } from '../runs/read/pastRuns';

/** The usual duration is the median of this many of the latest runs that succeeded … */
const RUNS_FOR_USUAL = 20;
/** … and of no fewer than these. */
export const MIN_RUNS_FOR_USUAL = 5;

/** Returns how long a run usually takes, in milliseconds; undefined if too few runs succeeded before. @param all newest first */
export function usualBefore(
  run: Pick<PastRun, 'beginMs'>,
  all: readonly PastRun[],
): number | undefined {
  const durations = all
    .filter(({ outcome, beginMs }) => outcome === 'succeeded' && beginMs < run.beginMs)
    .slice(0, RUNS_FOR_USUAL)
    .flatMap((other) => durationMs(other) ?? []);
  if (durations.length < MIN_RUNS_FOR_USUAL) return undefined;
  return median(ascending(durations)) ?? undefined;
}

/** The value below which such a part of the others lies, by the nearest rank: always one that occurred. */
export function percentile(sorted: readonly number[], part: number): number | null {
  if (sorted.length === 0) return null;
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? null;
}

/** The one in the middle, or the mean of the two there. */
export function median(sorted: readonly number[]): number | null {
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

export function ascending(values: readonly number[]): number[] {
  return Float64Array.from(values).sort() as unknown as number[];
}
