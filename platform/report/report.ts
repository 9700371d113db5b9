import { OUTCOME_NAMES } from '../runs/read/outcome';
import type { ReportApp } from './apps';
import type { ReportEntry } from './entry';
import { addSuccessRate, type Comparison, type RunCounts } from './figures';
import type { Period } from './period';
import { needsAttention, STATES, type ReportState } from './state';

export interface Report {
  period: Period;
  /** Sorted by state, with those that need attention first, then by project and name. */
  entries: ReportEntry[];
  totals: Totals;
  /** Undefined if apps are not wanted; those that are down come first. */
  apps?: readonly ReportApp[];
  /** The project, if the report is about only one; null if its name is not known. */
  projectName: string | null;
}

export interface Totals extends RunCounts {
  projects: number;
  jobs: number;
  pipelines: number;
  missedSchedules: number;
  unreadableSchedules: number;
  needAttention: number;
  /** Number of entries in each state. */
  states: Record<ReportState, number>;
  change: Pick<Comparison, 'runs' | 'failed'>;
}

const COUNTS = ['runs', ...OUTCOME_NAMES, 'running'] as const;

export function sumUp(entries: readonly ReportEntry[], projects: number): Totals {
  const sum = (of: (entry: ReportEntry) => number) =>
    entries.reduce((total, entry) => total + of(entry), 0);
  const count = (is: (entry: ReportEntry) => boolean) => entries.filter(is).length;
  const counts = Object.fromEntries(
    COUNTS.map((name) => [name, sum(({ figures }) => figures[name])]),
  ) as Record<(typeof COUNTS)[number], number>;
  const states = STATES.map((state) => [state, count(({ reason }) => reason.state === state)]);
  return {
    projects,
    jobs: count(({ noun }) => noun === 'job'),
    pipelines: count(({ noun }) => noun === 'pipeline'),
    ...addSuccessRate(counts),
    missedSchedules: sum(({ missedSchedules }) => missedSchedules ?? 0),
    unreadableSchedules: count(({ scheduleProblem }) => scheduleProblem !== null),
    needAttention: count(({ reason }) => needsAttention(reason)),
    states: Object.fromEntries(states) as Totals['states'],
    change: { runs: sum(({ change }) => change.runs), failed: sum(({ change }) => change.failed) },
  };
}
