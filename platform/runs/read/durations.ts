import { computeDurationMs, type PastRun } from './pastRuns';

const MAX_RUNS_FOR_USUAL = 20;
export const MIN_RUNS_FOR_USUAL = 5;

/** Returns the median duration of the latest successful runs before a run; undefined if too few runs succeeded. */
export function findUsualDurationMs(
  run: Pick<PastRun, 'beginMs'>,
  newestFirst: readonly PastRun[],
): number | undefined {
  const durations = newestFirst
    .filter(({ outcome, beginMs }) => outcome === 'succeeded' && beginMs < run.beginMs)
    .slice(0, MAX_RUNS_FOR_USUAL)
    .flatMap((other) => computeDurationMs(other) ?? []);
  if (durations.length < MIN_RUNS_FOR_USUAL) return undefined;
  return median(sortAscending(durations)) ?? undefined;
}

/** Returns a percentile by the nearest rank, so it is always one of the values. */
export function percentile(sorted: readonly number[], share: number): number | null {
  if (sorted.length === 0) return null;
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

export function median(sorted: readonly number[]): number | null {
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

export function sortAscending(values: readonly number[]): number[] {
  return Float64Array.from(values).sort() as unknown as number[];
}
