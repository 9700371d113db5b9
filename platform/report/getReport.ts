import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import type { Pages } from '../pages';
import { unknownEntity } from '../resources/entities';
import { listProjects } from '../resources/project';
import { JOB_RUNS, PIPELINE_RUNS } from '../runs/kinds';
import type { Run } from '../runs/read/run';
import type { QuietDates } from '../schedules/quietDates';
import { scheduleReader } from '../schedules/scheduleReader';
import { readReportApps } from './apps';
import { buildEntry, isoTime, type ReportEntry } from './entry';
import type { Period } from './period';
import { readPastRuns } from './pastRuns';
import { sumUp, type Report } from './report';
import { STATES } from './state';
import { listReportSubjects, type RequestedProject } from './subjects';
import { Calendar, summaryText } from './words';

export interface WantedReport {
  /** All projects if undefined. */
  projectIds: readonly string[] | undefined;
  resources: 'jobs' | 'pipelines' | 'both';
  period: Period;
  hasApps?: boolean;
  /** Whether the runs are kept as marks for the page. */
  hasMarks: boolean;
  /** Runs due on these dates were not missed. */
  quiet?: QuietDates;
}

const KINDS = {
  jobs: [JOB_RUNS],
  pipelines: [PIPELINE_RUNS],
  both: [JOB_RUNS, PIPELINE_RUNS],
};

/**
 * Reports how jobs and pipelines ran in a period. Requests: the projects, one for the lists of each 100 of them, and one or two
 * for each 100 jobs, more only for those with hundreds of runs.
 * @throws PlatformError if the platform does not know a chosen project
 */
export async function getReport(
  endpoint: GraphqlEndpoint,
  { projectIds, resources, hasApps = false, period, hasMarks, quiet }: WantedReport,
  options: CallOptions = {},
): Promise<Report> {
  const projects = await requestedProjects(endpoint, projectIds, options);
  const context = { period, readSchedule: await scheduleReader(), hasMarks, quiet };
  const entries: ReportEntry[] = [];
  const unknownProjects = new Set<string>();
  let deletedMeanwhile = 0;
  for (const kind of KINDS[resources]) {
    const listed = await listReportSubjects(endpoint, kind, projects, options);
    for (const id of listed.unknownIds) unknownProjects.add(id);
    const byId = new Map(listed.subjects.map((subject) => [subject.id, subject]));
    const results = await readPastRuns<ReportEntry | undefined>(
      endpoint,
      { kind, ids: [...byId.keys()], sinceMs: period.beforeMs, nowMs: period.nowMs },
      (id, past) => {
        const subject = byId.get(id);
        return subject && buildEntry(subject, past, context);
      },
      options,
    );
    deletedMeanwhile += byId.size - results.size;
    for (const entry of results.values()) if (entry) entries.push(entry);
  }
  const [unknownId] = projectIds ? [...unknownProjects] : [];
  if (unknownId !== undefined) throw unknownEntity('project', unknownId);
  const known = projects.filter(({ id }) => !unknownProjects.has(id));
  const read = hasApps ? await readReportApps(endpoint, known, period, options) : undefined;
  entries.sort(byStateProjectAndName);
  return {
    period,
    entries,
    totals: sumUp(entries, known.length),
    projectName: known.length === 1 ? (entries[0]?.projectName ?? known[0]?.name ?? null) : null,
    apps: read?.apps,
    deletedMeanwhile: deletedMeanwhile + unknownProjects.size + (read?.deletedMeanwhile ?? 0),
  };
}

/** Returns the chosen projects, or all; names come from the documented list of projects. */
async function requestedProjects(
  endpoint: GraphqlEndpoint,
  ids: readonly string[] | undefined,
  options: CallOptions,
): Promise<RequestedProject[]> {
  const all = await listProjects(endpoint, options);
  if (!ids) return all;
  const names = new Map(all.map(({ id, name }) => [id, name]));
  return [...new Set(ids)].map((id) => ({ id, name: names.get(id) }));
}

function byStateProjectAndName(a: ReportEntry, b: ReportEntry): number {
  const rank = ({ reason }: ReportEntry) => STATES.indexOf(reason.state);
  return (
    rank(a) - rank(b) ||
    compareText(a.projectName ?? '', b.projectName ?? '') ||
    compareText(a.name, b.name) ||
    compareText(a.id, b.id)
  );
}

function compareText(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a < b ? -1 : Number(a > b);
}

/** Returns the sums of a report as users see them. */
export function totalsItem(report: Report) {
  const { totals, period, apps, deletedMeanwhile } = report;
  return {
    kind: 'total' as const,
    summary: summaryText(report),
    ...totals,
    ...(apps && {
      apps: apps.length,
      appsDown: apps.filter(({ state }) => state === 'down').length,
    }),
    from: isoTime(period.fromMs),
    to: isoTime(period.toMs),
    timezone: period.timezone,
    gone: deletedMeanwhile,
  };
}

/** @returns an HTML file */
export async function reportAsPage(pages: Pages, report: Report): Promise<string> {
  const { timezone, nowMs } = report.period;
  const { reportPage } = await import('./page/reportPage');
  return reportPage(report, new Calendar(timezone, nowMs), pages);
}

/** Draws the jobs of a pipeline's run as bars. @returns an HTML file */
export async function runAsTimeline(
  run: Run,
  jobNames: ReadonlyMap<string, string>,
  timezone: string,
): Promise<string> {
  const nowMs = Date.now();
  const { timelinePage } = await import('./page/timelinePage');
  return timelinePage(run, jobNames, new Calendar(timezone, nowMs), nowMs);
}
