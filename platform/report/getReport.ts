import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { unknownEntity } from '../resources/entities';
import { listProjects } from '../resources/project';
import { JOB_RUNS, PIPELINE_RUNS, type RunKind } from '../runs/kinds';
import type { QuietDates } from '../schedules/quietDates';
import { scheduleReader, zoneOf } from '../schedules/scheduleReader';
import { entryOf, isoTime, type ReportEntry } from './entry';
import { totalsOf, type Totals } from './figures';
import { readReportApps, type ReportApp } from './apps';
import type { Period } from './period';
import { readPastRuns } from './readRuns';
import { listReportSubjects, type RequestedProject } from './subjects';
import { STATES } from './state';
import { summaryText, Calendar, reportText } from './words';
import type { Pages } from '../pages';
import type { Run } from '../runs/read/run';

export interface WantedReport {
  /** By their IDs; undefined for all. */
  projectIds: readonly string[] | undefined;
  resources: 'jobs' | 'pipelines' | 'both';
  period: Period;
  hasApps?: boolean;
  /** Whether the runs themselves are kept, for a picture. */
  isDrawn: boolean;
  /** What was due then was not missed. */
  quiet?: QuietDates;
}

export interface Report {
  period: Period;
  /** What needs attention first, then by project and name. */
  entries: ReportEntry[];
  totals: Totals;
  /** If they are wanted: those that are down first. */
  apps?: readonly ReportApp[];
  /** The project, if the report is about only one; null if its name is not known. */
  projectName: string | null;
  /** How many jobs, pipelines and projects went while the report was made. */
  gone: number;
}

/**
 * How jobs and pipelines ran in a period. Requests: the projects, one for the lists of each 100 of them, and one or two for
 * each 100 jobs, more only for those with hundreds of runs.
 * @throws PlatformError for a chosen project that the platform does not know
 */
export async function getReport(
  endpoint: GraphqlEndpoint,
  { projectIds, resources, hasApps = false, period, isDrawn, quiet }: WantedReport,
  options: CallOptions = {},
): Promise<Report> {
  const projects = await requestedProjects(endpoint, projectIds, options);
  const kinds = kindsOf(resources);
  const schedules = await scheduleReader();
  const entries: ReportEntry[] = [];
  const unknown = new Set<string>();
  let gone = 0;
  for (const kind of kinds) {
    const { subjects, unknown: missing } = await listReportSubjects(
      endpoint,
      kind,
      projects,
      options,
    );
    for (const { id } of missing) unknown.add(id);
    const byId = new Map(subjects.map((one) => [one.id, one]));
    const { beforeMs: sinceMs, nowMs } = period;
    const read = await readPastRuns<ReportEntry | undefined>(
      endpoint,
      { kind, ids: [...byId.keys()], sinceMs, nowMs },
      (id, past) => {
        const one = byId.get(id);
        return one && entryOf(one, past, period, schedules, isDrawn, quiet);
      },
      options,
    );
    gone += byId.size - read.size;
    for (const entry of read.values()) if (entry) entries.push(entry);
  }
  const [chosen] = projectIds ? [...unknown] : [];
  if (chosen !== undefined) throw unknownEntity('project', chosen);
  const known = projects.filter(({ id }) => !unknown.has(id));
  const read = hasApps ? await readReportApps(endpoint, known, period, options) : undefined;
  entries.sort(inOrder);
  return {
    period,
    entries,
    totals: totalsOf(entries, known.length),
    projectName: known.length === 1 ? (entries[0]?.projectName ?? known[0]?.name ?? null) : null,
    apps: read?.apps,
    gone: gone + unknown.size + (read?.gone ?? 0),
  };
}

/** The names of chosen ones come with their jobs, or from the documented list of projects. */
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

function kindsOf(resources: WantedReport['resources']): RunKind[] {
  if (resources === 'jobs') return [JOB_RUNS];
  return resources === 'pipelines' ? [PIPELINE_RUNS] : [JOB_RUNS, PIPELINE_RUNS];
}

function inOrder(a: ReportEntry, b: ReportEntry): number {
  const rank = ({ reason }: ReportEntry) => STATES.indexOf(reason.state);
  return (
    rank(a) - rank(b) ||
    compare(a.projectName ?? '', b.projectName ?? '') ||
    compare(a.name, b.name) ||
    compare(a.id, b.id)
  );
}

function compare(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a < b ? -1 : Number(a > b);
}

/** The sums of a report, as users see them. */
export function totalsItem(report: Report) {
  const { totals, period, apps, gone } = report;
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
    gone,
  };
}

/** What needs attention, in a few lines. */
export function reportAsText(report: Report): string {
  const { timezone, nowMs } = report.period;
  const calendar = calendarOf(timezone, nowMs);
  return reportText(report, (ms) => calendar.moment(ms));
}

/** @returns an HTML file */
export async function reportAsPage(pages: Pages, report: Report): Promise<string> {
  const { timezone, nowMs } = report.period;
  const { reportPage } = await import('./page/reportPage');
  return reportPage(report, calendarOf(timezone, nowMs), pages);
}

/** The jobs of a pipeline's run as bars. @returns an HTML file */
export async function runAsPage(
  run: Run,
  jobNames: ReadonlyMap<string, string>,
  timezone: string,
): Promise<string> {
  const nowMs = Date.now();
  const { pipelinePage } = await import('./page/pipelinePage');
  return pipelinePage(run, jobNames, calendarOf(timezone, nowMs), nowMs);
}

function calendarOf(timezone: string, nowMs: number): Calendar {
  return new Calendar(zoneOf(timezone) ?? { offsetAt: () => 0 }, nowMs);
}
