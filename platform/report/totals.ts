import { rateOf } from './figures';
import type { ReportEntry } from './entry';
import { needsAttention, STATES, type ReportState } from './state';

/** What a report comes to. */
export interface Totals {
  projects: number;
  jobs: number;
  pipelines: number;
  runs: number;
  succeeded: number;
  failed: number;
  stopped: number;
  skipped: number;
  running: number;
  successRate: number | null;
  missedSchedules: number;
  needAttention: number;
  /** How many there are in each state. */
  states: Record<ReportState, number>;
  /** How the figures differ from those of the period before. */
  change: { runs: number; failed: number };
}

export function totalsOf(entries: readonly ReportEntry[], projects: number): Totals {
  const sum = (of: (entry: ReportEntry) => number) =>
    entries.reduce((total, entry) => total + of(entry), 0);
  const [succeeded, failed, stopped] = [
    sum(({ figures }) => figures.succeeded),
    sum(({ figures }) => figures.failed),
    sum(({ figures }) => figures.stopped),
  ];
  const inState = (state: ReportState) => sum(({ reason }) => Number(reason.state === state));
  return {
    projects,
    jobs: sum(({ noun }) => Number(noun === 'job')),
    pipelines: sum(({ noun }) => Number(noun === 'pipeline')),
    runs: sum(({ figures }) => figures.runs),
    succeeded,
    failed,
    stopped,
    skipped: sum(({ figures }) => figures.skipped),
    running: sum(({ figures }) => figures.running),
    successRate: rateOf(succeeded, failed, stopped),
    missedSchedules: sum(({ missedSchedules }) => missedSchedules ?? 0),
    needAttention: sum(({ reason }) => Number(needsAttention(reason.state))),
    states: Object.fromEntries(STATES.map((state) => [state, inState(state)])) as Totals['states'],
    change: {
      runs: sum(({ change }) => change.runs),
      failed: sum(({ change }) => change.failed),
    },
  };
}
