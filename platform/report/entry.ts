import type { LastRun } from '../runs/read/lastRuns';
import type { QuietDates } from '../schedules/quietDates';
import type { ScheduleReader } from '../schedules/scheduleReader';
import { percentile, MIN_RUNS_FOR_USUAL } from '../statistics/usual';
import { changeOf, figuresOf, durationsOf, seconds, type Change, type Figures } from './figures';
import { GRACE_MS, missedOf } from './missed';
import type { DrawnRun, PastRun } from './pastRun';
import type { Period } from './period';
import type { PastRuns } from './readRuns';
import type { ReportSubject } from './subjects';
import { reasonFor, type Reason } from './state';
import type { Pages } from '../pages';

/** What is usual: between these durations lie eight of ten runs that succeeded. */
interface UsualBand {
  fromSeconds: number;
  toSeconds: number;
}

/** A job or pipeline in a report. */
export interface ReportEntry extends ReportSubject {
  reason: Reason;
  figures: Figures;
  change: Change;
  lastRun: LastRun | null;
  /** When the last run of the two periods that succeeded ended; ISO 8601. */
  lastSuccess: string | null;
  /** Null if nothing is scheduled, or the schedule cannot be read. */
  missedSchedules: number | null;
  /** Why the schedule cannot be read. */
  scheduleProblem: string | null;
  /** Undefined if too few runs succeeded. */
  usual: UsualBand | undefined;
  /** Whether it had more runs, or due times, than a report counts: the oldest are left out. */
  isCut: boolean;
  /** Of the period, newest first, then those that were missed; empty if no page is wanted. */
  drawn: readonly DrawnRun[];
}

/** Counts the runs of one job or pipeline. */
export function entryOf(
  subject: ReportSubject,
  { runs, isCut }: PastRuns,
  period: Period,
  schedules: ScheduleReader,
  isDrawn: boolean,
  quiet?: QuietDates,
): ReportEntry {
  const { toMs, beforeMs, nowMs } = period;
  const oldestMs = isCut ? (runs.at(-1)?.beginMs ?? period.fromMs) : -Infinity;
  const fromMs = Math.max(period.fromMs, oldestMs);
  const until = runs.filter(({ beginMs }) => beginMs < toMs);
  const inPeriod = until.filter(({ beginMs }) => beginMs >= fromMs);
  const before = until.filter(({ beginMs }) => beginMs < fromMs && beginMs >= beforeMs);
  const nearby = runs.filter(({ beginMs }) => beginMs < toMs + GRACE_MS);
  const due = missedOf(subject, nearby, { fromMs, toMs, nowMs }, schedules, quiet);
  const scheduleProblem = due && 'problem' in due ? due.problem : null;
  const missed = due && 'problem' in due ? undefined : due;
  const figures = figuresOf(inPeriod);
  const success = [...inPeriod, ...before].find(({ outcome }) => outcome === 'succeeded');
  return {
    ...subject,
    reason: reasonFor(inPeriod, until, missed, nowMs, scheduleProblem),
    figures,
    change: changeOf(figures, figuresOf(before)),
    lastRun: lastRunOf(until[0]),
    lastSuccess: success ? isoTime(success.endMs ?? success.beginMs) : null,
    missedSchedules: missed?.count ?? null,
    scheduleProblem,
    usual: usualOf([...inPeriod, ...before]),
    isCut: isCut || missed?.isCut === true,
    drawn: isDrawn ? drawnOf(until, missed?.dueMs ?? [], period) : [],
  };
}

/** Returns the runs that were current at some time of the period, then those that were missed. */
function drawnOf(
  runs: readonly PastRun[],
  missedMs: readonly number[],
  { fromMs, nowMs }: Period,
): DrawnRun[] {
  const began = runs
    .filter(({ endMs = nowMs }) => endMs >= fromMs)
    .map(({ outcome, beginMs }) => ({ outcome, beginMs }));
  const missed = missedMs.map((ms) => ({ outcome: 'missed' as const, beginMs: ms }));
  return [...began, ...missed];
}

function usualOf(runs: readonly PastRun[]): UsualBand | undefined {
  const durations = durationsOf(runs);
  if (durations.length < MIN_RUNS_FOR_USUAL) return undefined;
  return {
    fromSeconds: seconds(percentile(durations, 0.1)) ?? 0,
    toSeconds: seconds(percentile(durations, 0.9)) ?? 0,
  };
}

function lastRunOf(run: PastRun | undefined): LastRun | null {
  if (!run) return null;
  const { id, number, status, outcome, beginMs, endMs } = run;
  return {
    id,
    number: number ?? null,
    status,
    succeeded: outcome === undefined ? null : outcome === 'succeeded',
    startTime: isoTime(beginMs),
    endTime: endMs === undefined ? null : isoTime(endMs),
  };
}

export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** An entry as users see it. */
export function entryItem(pages: Pages, entry: ReportEntry) {
  const { noun, id, name, projectId, projectName, reason, figures, change } = entry;
  const { lastRun, lastSuccess, missedSchedules, scheduleProblem, schedule, usual, isCut } = entry;
  return {
    kind: noun,
    name,
    projectName,
    state: reason.state,
    ...figures,
    change,
    usual: usual ?? null,
    lastRun: lastRun && { ...lastRun, url: pages.url(noun, projectId, id, lastRun.id) },
    lastSuccess,
    missedSchedules,
    scheduleProblem,
    ...(reason.state === 'late' && { dueAt: isoTime(reason.dueMs) }),
    cronScheduling: schedule?.cron ?? null,
    id,
    projectId,
    url: pages.url(noun, projectId, id),
    isCut,
  };
}
