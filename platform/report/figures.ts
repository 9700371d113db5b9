import type { RunOutcome } from '../runs/read/outcome';
import { ascending, median, percentile } from '../statistics/usual';
import type { ReportEntry } from './entry';
import { durationMs, type PastRun } from './pastRun';
import { needsAttention, STATES, type ReportState } from './state';

/** How many runs came to which end. */
export interface RunCounts {
  runs: number;
  succeeded: number;
  failed: number;
  stopped: number;
  skipped: number;
  /** Under way, those that wait included. */
  running: number;
  /** Of those that succeeded, failed or were stopped, from 0 to 1; null if there are none. */
  successRate: number | null;
}

/** The runs of one job or pipeline. Durations are those of runs that succeeded: others end early. */
export interface Figures extends RunCounts {
  medianSeconds: number | null;
  p95Seconds: number | null;
  longestQueueSeconds: number | null;
}

/** How the figures differ from those of the period before; null if one of the two has none. */
export interface Change {
  runs: number;
  failed: number;
  successRate: number | null;
  medianSeconds: number | null;
}

/** The sums of a report. */
export interface Totals extends RunCounts {
  projects: number;
  jobs: number;
  pipelines: number;
  missedSchedules: number;
  /** How many schedules cannot be read. */
  unreadableSchedules: number;
  needAttention: number;
  /** How many there are in each state. */
  states: Record<ReportState, number>;
  change: Pick<Change, 'runs' | 'failed'>;
}

export function figuresOf(runs: readonly PastRun[]): Figures {
  const counted = (wanted: RunOutcome | undefined) =>
    runs.filter(({ outcome }) => outcome === wanted).length;
  const durations = durationsOf(runs);
  const waits = runs.flatMap(({ waitMs }) => waitMs ?? []);
  return {
    ...withSuccessRate({
      runs: runs.length,
      succeeded: counted('succeeded'),
      failed: counted('failed'),
      stopped: counted('stopped'),
      skipped: counted('skipped'),
      running: counted(undefined),
    }),
    medianSeconds: seconds(median(durations)),
    p95Seconds: seconds(percentile(durations, 0.95)),
    longestQueueSeconds: seconds(ascending(waits).at(-1) ?? null),
  };
}

export function totalsOf(entries: readonly ReportEntry[], projects: number): Totals {
  const sum = (of: (entry: ReportEntry) => number) =>
    entries.reduce((total, entry) => total + of(entry), 0);
  const inState = (state: ReportState) => sum(({ reason }) => Number(reason.state === state));
  return {
    projects,
    jobs: sum(({ noun }) => Number(noun === 'job')),
    pipelines: sum(({ noun }) => Number(noun === 'pipeline')),
    ...withSuccessRate({
      runs: sum(({ figures }) => figures.runs),
      succeeded: sum(({ figures }) => figures.succeeded),
      failed: sum(({ figures }) => figures.failed),
      stopped: sum(({ figures }) => figures.stopped),
      skipped: sum(({ figures }) => figures.skipped),
      running: sum(({ figures }) => figures.running),
    }),
    missedSchedules: sum(({ missedSchedules }) => missedSchedules ?? 0),
    unreadableSchedules: sum(({ scheduleProblem }) => Number(scheduleProblem !== null)),
    needAttention: sum(({ reason }) => Number(needsAttention(reason.state))),
    states: Object.fromEntries(STATES.map((state) => [state, inState(state)])) as Totals['states'],
    change: {
      runs: sum(({ change }) => change.runs),
      failed: sum(({ change }) => change.failed),
    },
  };
}

function withSuccessRate(counts: Omit<RunCounts, 'successRate'>): RunCounts {
  const { succeeded, failed, stopped } = counts;
  const ended = succeeded + failed + stopped;
  return { ...counts, successRate: ended === 0 ? null : rounded(succeeded / ended, 4) };
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
    runs.flatMap((run) => (run.outcome === 'succeeded' ? (durationMs(run) ?? []) : [])),
  );
}

function difference(now: number | null, before: number | null, digits: number): number | null {
  return now === null || before === null ? null : rounded(now - before, digits);
}

/** Seconds of milliseconds. */
export function seconds(ms: number | null): number | null {
  return ms === null ? null : rounded(ms / 1000, 3);
}

/** To so many digits behind the point. */
function rounded(value: number, digits: number): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}
