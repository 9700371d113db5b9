import { RUNS_FOR_USUAL, usualDuration } from '../../statistics/usual';
import type { NumberedRun } from '../parentRuns';

/** The runs before one that show how long it usually takes. */
function succeededBefore(runs: readonly NumberedRun[], number: number): NumberedRun[] {
  return runs
    .filter((run) => run.succeeded === true && run.number < number && durationMs(run) !== undefined)
    .sort((a, b) => b.number - a.number)
    .slice(0, RUNS_FOR_USUAL);
}

/** Whether older runs would change nothing. */
export function isEnoughForUsual(runs: readonly NumberedRun[], number: number): boolean {
  return succeededBefore(runs, number).length >= RUNS_FOR_USUAL;
}

/** How long a run usually takes, in milliseconds; undefined where too few succeeded before this one. */
export function usualMs(runs: readonly NumberedRun[], number: number): number | undefined {
  return usualDuration(succeededBefore(runs, number).map((run) => durationMs(run) ?? 0));
}

function durationMs({ durationSeconds }: NumberedRun): number | undefined {
  return typeof durationSeconds === 'number' ? durationSeconds * 1000 : undefined;
}
