import type { NumberedRun } from '../reading';

const MOST_SUCCEEDED = 20;
const LEAST_SUCCEEDED = 5;

/** How many of the runs before one tell how long it usually takes. */
export function succeededBefore(runs: readonly NumberedRun[], number: number): NumberedRun[] {
  return runs
    .filter((run) => run.succeeded === true && run.number < number && durationMs(run) !== undefined)
    .sort((a, b) => b.number - a.number)
    .slice(0, MOST_SUCCEEDED);
}

export function tellsUsual(runs: readonly NumberedRun[]): boolean {
  return runs.length >= MOST_SUCCEEDED;
}

/** The median time of the latest runs that succeeded before this one; undefined for fewer than five of them. */
export function usualMs(runs: readonly NumberedRun[], number: number): number | undefined {
  const durations = succeededBefore(runs, number)
    .map((run) => durationMs(run) ?? 0)
    .sort((a, b) => a - b);
  if (durations.length < LEAST_SUCCEEDED) return undefined;
  const middle = durations.length / 2;
  const [low = 0, high = low] = [durations[Math.ceil(middle) - 1], durations[Math.floor(middle)]];
  return (low + high) / 2;
}

function durationMs({ durationSeconds }: NumberedRun): number | undefined {
  return typeof durationSeconds === 'number' ? durationSeconds * 1000 : undefined;
}
