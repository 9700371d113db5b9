import { Pages } from '../../../platform/connection/pages';
import { buildEntry, type ReportEntry } from '../../../platform/report/entry';
import { drawReportPage } from '../../../platform/report/page/reportPage';
import { drawTimelinePage } from '../../../platform/report/page/timelinePage';
import type { PastRun } from '../../../platform/runs/read/pastRuns';
import { readPeriod } from '../../../platform/report/period';
import { computeTotals, type Report } from '../../../platform/report/report';
import type { ReportSubject } from '../../../platform/report/subjects';
import type { Run } from '../../../platform/runs/read/run';
import {
  loadScheduleReader,
  type ScheduleReader,
} from '../../../platform/runs/schedules/scheduleReader';

const PAGES = new Pages({ baseUrl: 'https://platform.example', platformId: '7' });
export const NOW = Date.parse('2026-11-23T08:12:00Z');
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

const ZONE = 'Europe/Paris';
const PERIOD = readPeriod({ period: 'last7Days', timezone: ZONE }, NOW);

let read: ScheduleReader;
/** Loads what reads schedules; to be awaited before an entry is made. */
export async function loadSchedules(): Promise<void> {
  read = await loadScheduleReader();
}
export const schedules: ScheduleReader = (schedule) => read(schedule);

const STATUS = { succeeded: 'SUCCEEDED', failed: 'FAILED', stopped: 'KILLED', skipped: 'SKIPPED' };

export function pastRun(outcome: PastRun['outcome'], beginMs: number, seconds: number): PastRun {
  return {
    id: `run-${beginMs}-${seconds}`,
    number: 1,
    status: outcome ? STATUS[outcome] : 'RUNNING',
    outcome,
    beginMs,
    endMs: outcome ? beginMs + seconds * 1000 : undefined,
  };
}

/** Runs at even distances, newest first. @param failing which of them fail, counted from the newest */
export function evenRuns(
  given: { count: number; everyMinutes: number; seconds: number; untilMs?: number },
  failing: readonly number[] = [],
): PastRun[] {
  return Array.from({ length: given.count }, (_, index) => {
    const beginMs = (given.untilMs ?? NOW) - (index * given.everyMinutes + 30) * MINUTE_MS;
    const wobble = 1 + 0.2 * Math.sin(index * 2.3);
    const outcome = failing.includes(index) ? 'failed' : 'succeeded';
    return pastRun(outcome, beginMs, given.seconds * wobble);
  });
}

/** Builds a report of the last seven days of a job with these runs. */
export function entry(more: Partial<ReportSubject>, runs: PastRun[]): ReportEntry {
  const job: ReportSubject = {
    noun: 'job',
    id: '6f1d2c3b-0000-4000-8000-000000000000',
    name: 'Sales import',
    projectId: 'p1',
    projectName: 'Retail Analytics',
    schedule: null,
    createdMs: undefined,
    ...more,
  };
  const context = { period: PERIOD, readSchedule: schedules };
  return buildEntry(job, { runs, isCut: false }, context);
}

export function report(entries: ReportEntry[], projects = 2): Report {
  const totals = computeTotals(entries, projects);
  return { period: PERIOD, entries, totals, projectName: null };
}

export const page = (entries: ReportEntry[], projects = 2, apps?: Report['apps']) =>
  drawReportPage({ ...report(entries, projects), apps }, PAGES);

/** By minutes after the start of the pipeline. */
export type PipelineJob = [jobId: string, status: string, from?: number, to?: number];

/** The page of a pipeline's run so many minutes after its start. */
export function pipelineRunPage(
  jobs: PipelineJob[],
  minutes: number,
  names = new Map<string, string>(),
  ended: Partial<Run> = {},
): string {
  const at = (minute?: number) =>
    minute === undefined ? null : new Date(NOW + minute * MINUTE_MS).toISOString();
  const jobsInstance = jobs.map(([jobId, status, from, to]) => {
    const job = { id: `run of ${jobId}`, jobId, jobAlias: `alias_${jobId}` };
    return { ...job, status, startTime: at(from), endTime: at(to) };
  });
  const pipeline = { pipelineName: 'Daily <sales>', number: 7, jobsInstance };
  const run = {
    id: 'r',
    status: 'RUNNING',
    startTime: at(0),
    endTime: null,
    ...pipeline,
    ...ended,
  };
  return drawTimelinePage(run, names, ZONE, NOW + minutes * MINUTE_MS);
}
