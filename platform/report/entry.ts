import type { LastRun } from '../runs/read/lastRuns';
import { isWaiting, type RunOutcome } from '../runs/read/outcome';
import type { QuietDates } from '../runs/schedules/quietDates';
import type { ScheduleReader } from '../runs/schedules/scheduleReader';
import { buildFigures, compareFigures, type Comparison, type Figures } from './figures';
import { findMissedRuns, GRACE_MS, type MissedRuns } from './missed';
import type { PastRun, PastRuns } from '../runs/read/pastRuns';
import type { Period } from './period';
import { findReason, type Reason } from './state';
import type { ReportSubject } from './subjects';

export type RunMark = RunOutcome | 'missed' | 'running' | 'waiting';

/** This many marks fit on one line in a wide window. */
export const MAX_MARKS = 50;

export interface ReportEntry extends ReportSubject {
  reason: Reason;
  figures: Figures;
  change: Comparison;
  lastRun: LastRun | null;
  /** When the last successful run of this and the previous period ended; ISO 8601. */
  lastSuccess: string | null;
  /** Number of missed runs; null if nothing is scheduled, or if the schedule cannot be read. */
  missedSchedules: number | null;
  /** The reason if the schedule cannot be read. */
  scheduleProblem: string | null;
  /** True if there are too many runs or due times, so the oldest are left out. */
  isCut: boolean;
  /** The latest runs and missed runs of the period, oldest first. One more than `MAX_MARKS` means that older ones are left out. */
  marks: readonly RunMark[];
}

export interface EntryContext {
  period: Period;
  readSchedule: ScheduleReader;
  quiet?: QuietDates;
}

export function buildEntry(
  subject: ReportSubject,
  { runs, isCut }: PastRuns,
  { period, readSchedule, quiet }: EntryContext,
): ReportEntry {
  const { toMs, previousFromMs, nowMs } = period;
  const oldestMs = isCut ? (runs.at(-1)?.beginMs ?? period.fromMs) : -Infinity;
  const fromMs = Math.max(period.fromMs, oldestMs);
  const all = runs.filter(({ beginMs }) => beginMs < toMs);
  const inPeriod = all.filter(({ beginMs }) => beginMs >= fromMs);
  const before = all.filter(({ beginMs }) => beginMs < fromMs && beginMs >= previousFromMs);
  const withGrace = runs.filter(({ beginMs }) => beginMs < toMs + GRACE_MS);
  const found = findMissedRuns(subject, withGrace, { fromMs, toMs, nowMs }, readSchedule, quiet);
  const scheduleProblem = found && 'problem' in found ? found.problem : null;
  const missed = found && 'problem' in found ? undefined : found;
  const figures = buildFigures(inPeriod);
  const success = [...inPeriod, ...before].find(({ outcome }) => outcome === 'succeeded');
  return {
    ...subject,
    reason: findReason({ inPeriod, all, missed, scheduleProblem, nowMs }),
    figures,
    change: compareFigures(figures, buildFigures(before)),
    lastRun: toLastRun(all[0]),
    lastSuccess: success ? toIsoTime(success.endMs ?? success.beginMs) : null,
    missedSchedules: missed?.dueMs.length ?? null,
    scheduleProblem,
    isCut: isCut || missed?.isCut === true,
    marks: buildMarks(all, missed, period),
  };
}

/** Returns the latest marks of runs, including those that began before the period, and of missed runs, by time. */
function buildMarks(
  runs: readonly PastRun[],
  missed: MissedRuns | undefined,
  { fromMs, nowMs }: Period,
): RunMark[] {
  const current = runs.filter(({ endMs = nowMs }) => endMs >= fromMs);
  const marks = [
    ...current.map((run): [atMs: number, mark: RunMark] => {
      return [run.beginMs, run.outcome ?? (isWaiting(run) ? 'waiting' : 'running')];
    }),
    ...(missed?.dueMs ?? []).map((atMs): [atMs: number, mark: RunMark] => [atMs, 'missed']),
  ];
  marks.sort(([a], [b]) => a - b);
  return marks.slice(-(MAX_MARKS + 1)).map(([, mark]) => mark);
}

function toLastRun(run: PastRun | undefined): LastRun | null {
  if (!run) return null;
  const { id, number, status, outcome, beginMs, endMs } = run;
  return {
    id,
    number: number ?? null,
    status,
    succeeded: outcome === undefined ? null : outcome === 'succeeded',
    startTime: toIsoTime(beginMs),
    endTime: endMs === undefined ? null : toIsoTime(endMs),
  };
}

export function toIsoTime(ms: number): string {
  return new Date(ms).toISOString();
}
