import { sortAscending, median, percentile } from '../runs/read/durations';
import { computeDurationMs, type PastRun } from '../runs/read/pastRuns';

export interface RunCounts {
  runs: number;
  succeeded: number;
  failed: number;
  stopped: number;
  skipped: number;
  /** Runs that have not ended, including those that wait. */
  running: number;
  /** The share of successful runs, from 0 to 1, in all runs that succeeded, failed or were stopped; null if there are no such runs. */
  successRate: number | null;
}

/** Durations are only those of successful runs, because other runs end early. */
export interface Figures extends RunCounts {
  medianSeconds: number | null;
  p95Seconds: number | null;
}

/** The difference from the figures of the previous period. */
export interface Comparison {
  runs: number;
  failed: number;
  /** Null if one of the two periods has no median. */
  medianSeconds: number | null;
}

export function buildFigures(runs: readonly PastRun[]): Figures {
  const countOutcome = (wanted: PastRun['outcome']) =>
    runs.filter(({ outcome }) => outcome === wanted).length;
  const durations = runs.flatMap((run) =>
    run.outcome === 'succeeded' ? (computeDurationMs(run) ?? []) : [],
  );
  const sorted = sortAscending(durations);
  return {
    ...addSuccessRate({
      runs: runs.length,
      succeeded: countOutcome('succeeded'),
      failed: countOutcome('failed'),
      stopped: countOutcome('stopped'),
      skipped: countOutcome('skipped'),
      running: countOutcome(undefined),
    }),
    medianSeconds: toSeconds(median(sorted)),
    p95Seconds: toSeconds(percentile(sorted, 0.95)),
  };
}

export function addSuccessRate(counts: Omit<RunCounts, 'successRate'>): RunCounts {
  const { succeeded, failed, stopped } = counts;
  const ended = succeeded + failed + stopped;
  return { ...counts, successRate: ended === 0 ? null : round(succeeded / ended, 4) };
}

export function compareFigures(now: Figures, before: Figures): Comparison {
  const [medianNow, medianBefore] = [now.medianSeconds, before.medianSeconds];
  return {
    runs: now.runs - before.runs,
    failed: now.failed - before.failed,
    medianSeconds:
      medianNow === null || medianBefore === null ? null : round(medianNow - medianBefore, 3),
  };
}

function toSeconds(ms: number | null): number | null {
  return ms === null ? null : round(ms / 1000, 3);
}

function round(value: number, digits: number): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}
