import { durationMs, type PastRun } from './pastRuns';

const MAX_RUNS_FOR_USUAL = 20;
export const MIN_RUNS_FOR_USUAL = 5;

/** Returns the usual duration in milliseconds: the median of the latest runs that succeeded; undefined if too few did. */
export function usualBefore(
  run: Pick<PastRun, 'beginMs'>,
  /** Newest first. */
  all: readonly PastRun[],
): number | undefined {
  const durations = all
    .filter(({ outcome, beginMs }) => outcome === 'succeeded' && beginMs < run.beginMs)
    .slice(0, MAX_RUNS_FOR_USUAL)
    .flatMap((other) => durationMs(other) ?? []);
  if (durations.length < MIN_RUNS_FOR_USUAL) return undefined;
  return median(ascending(durations)) ?? undefined;
}

/** Returns a percentile by the nearest rank, so the value is always one that occurred. */
export function percentile(sorted: readonly number[], part: number): number | null {
  if (sorted.length === 0) return null;
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? null;
}

export function median(sorted: readonly number[]): number | null {
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

export function ascending(values: readonly number[]): number[] {
  return Float64Array.from(values).sort() as unknown as number[];
}
