import type { RunOutcome } from '../runs/read/outcome';
import { ascending, median, percentile } from '../statistics/quantiles';
import { durationMs, type PastRun } from './pastRun';

/** What the runs of a time come to. Durations are those of runs that succeeded: others end early. */
export interface Figures {
  runs: number;
  succeeded: number;
  failed: number;
  stopped: number;
  skipped: number;
  /** Under way, those that wait included. */
  running: number;
  /** Of those that succeeded, failed or were stopped, from 0 to 1; null where there are none. */
  successRate: number | null;
  medianSeconds: number | null;
  p95Seconds: number | null;
  longestQueueSeconds: number | null;
}

/** How the figures differ from those of the period before; null where one of the two has none. */
export interface Change {
  runs: number;
  failed: number;
  successRate: number | null;
  medianSeconds: number | null;
}

export function figuresOf(runs: readonly PastRun[]): Figures {
  const counted = (wanted: RunOutcome | undefined) =>
    runs.filter(({ outcome }) => outcome === wanted).length;
  const [succeeded, failed, stopped] = [
    counted('succeeded'),
    counted('failed'),
    counted('stopped'),
  ];
  const durations = durationsOf(runs);
  const waits = runs.flatMap(({ waitMs }) => (waitMs === undefined ? [] : [waitMs]));
  return {
    runs: runs.length,
    succeeded,
    failed,
    stopped,
    skipped: counted('skipped'),
    running: counted(undefined),
    successRate: rateOf(succeeded, failed, stopped),
    medianSeconds: seconds(median(durations)),
    p95Seconds: seconds(percentile(durations, 0.95)),
    longestQueueSeconds: seconds(waits.length === 0 ? null : highest(waits)),
  };
}

export function rateOf(succeeded: number, failed: number, stopped: number): number | null {
  const ended = succeeded + failed + stopped;
  return ended === 0 ? null : rounded(succeeded / ended, 4);
}

export function changeOf(now: Figures, before: Figures): Change {
  return {
    runs: now.runs - before.runs,
    failed: now.failed - before.failed,
    successRate: difference(now.successRate, before.successRate, 4),
    medianSeconds: difference(now.medianSeconds, before.medianSeconds, 3),
  };
}

/** Of the runs that succeeded, in milliseconds, the shortest first. */
export function durationsOf(runs: readonly PastRun[]): number[] {
  return ascending(
    runs.flatMap((run) => {
      const took = run.outcome === 'succeeded' ? durationMs(run) : undefined;
      return took === undefined ? [] : [took];
    }),
  );
}

function difference(now: number | null, before: number | null, digits: number): number | null {
  return now === null || before === null ? null : rounded(now - before, digits);
}

/** Seconds of milliseconds. */
export function seconds(ms: number | null): number | null {
  return ms === null ? null : rounded(ms / 1000, 3);
}

function highest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), -Infinity);
}

/** To so many digits behind the point. */
function rounded(value: number, digits: number): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}
