import { OUTCOME_NAMES } from '../runs/read/outcome';
import type { ReportApp } from './apps';
import type { ReportEntry } from './entry';
import { addSuccessRate, type Comparison, type RunCounts } from './figures';
import type { Period } from './period';
import { needsAttention, STATES, type ReportState } from './state';

export interface Report {
  period: Period;
  /** Sorted by state, project and name. Entries that need attention come first. */
  entries: ReportEntry[];
  totals: Totals;
  /** Undefined if apps are not requested. Apps that are down come first. */
  apps?: readonly ReportApp[];
  /** The name of the project; null if it is unknown, or if the report is about several projects. */
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

const COUNT_NAMES = ['runs', ...OUTCOME_NAMES, 'running'] as const;

export function computeTotals(entries: readonly ReportEntry[], projectCount: number): Totals {
  const sum = (getNumber: (entry: ReportEntry) => number) =>
    entries.reduce((total, entry) => total + getNumber(entry), 0);
  const count = (isCounted: (entry: ReportEntry) => boolean) => entries.filter(isCounted).length;
  const counts = Object.fromEntries(
    COUNT_NAMES.map((name) => [name, sum(({ figures }) => figures[name])]),
  ) as Record<(typeof COUNT_NAMES)[number], number>;
  const states = STATES.map((state) => [state, count(({ reason }) => reason.state === state)]);
  return {
    projects: projectCount,
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
