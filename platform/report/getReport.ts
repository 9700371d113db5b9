import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { unknownEntityError } from '../graphql/call/callRootField';
import type { Pages } from '../connection/pages';
import { listProjects } from '../resources/project';
import { JOB_RUNS, PIPELINE_RUNS, type RunKind } from '../runs/kinds';
import { readOptional } from '../runs/read/readOptional';
import { readRuns } from '../runs/read/readRuns';
import type { Run } from '../runs/read/run';
import type { QuietDates } from '../runs/schedules/quietDates';
import { loadScheduleReader } from '../runs/schedules/scheduleReader';
import { buildAppItem, readReportApps } from './apps';
import { buildEntry, toIsoTime, type ReportEntry } from './entry';
import type { Period } from './period';
import { readPastRuns, type PastRuns } from '../runs/read/pastRuns';
import { computeTotals, type Report } from './report';
import { STATES } from './state';
import { listReportSubjects, type RequestedProject } from './subjects';
import { buildMomentFormat, describeReason, summarizeReport, type FormatMoment } from './words';

export interface WantedReport {
  /** All projects if undefined. */
  projectIds: readonly string[] | undefined;
  resources: 'jobs' | 'pipelines' | 'both';
  period: Period;
  includeApps?: boolean;
  /** A run that was due on one of these dates does not count as missed. */
  quiet?: QuietDates;
}

const KINDS_OF_RESOURCES = {
  jobs: [JOB_RUNS],
  pipelines: [PIPELINE_RUNS],
  both: [JOB_RUNS, PIPELINE_RUNS],
};

/**
 * Reads the report in few requests, each for up to 100 projects, jobs or runs.
 * @throws PlatformError if the platform does not know a chosen project
 */
export async function getReport(
  endpoint: GraphqlEndpoint,
  { projectIds, resources, includeApps = false, period, quiet }: WantedReport,
  options: CallOptions = {},
): Promise<Report> {
  const projects = await listRequestedProjects(endpoint, projectIds, options);
  const context = { period, readSchedule: await loadScheduleReader(), quiet };
  const entries: ReportEntry[] = [];
  for (const kind of KINDS_OF_RESOURCES[resources]) {
    const { subjects, unknownIds } = await listReportSubjects(endpoint, kind, projects, options);
    const [unknownId] = unknownIds;
    if (projectIds && unknownId !== undefined) throw unknownEntityError('project', unknownId);
    const byId = new Map(subjects.map((subject) => [subject.id, subject]));
    const wanted = { kind, ids: [...byId.keys()], sinceMs: period.previousFromMs };
    const addEntry = (id: string, past: PastRuns) => {
      const subject = byId.get(id);
      if (subject) entries.push(buildEntry(subject, past, context));
    };
    await readPastRuns(endpoint, wanted, addEntry, options);
    await explainFailures(endpoint, kind, entries, options);
  }
  entries.sort(byStateThenProjectThenName);
  return {
    period,
    entries,
    totals: computeTotals(entries, projects.length),
    projectName:
      projects.length === 1 ? (entries[0]?.projectName ?? projects[0]?.name ?? null) : null,
    apps: includeApps ? await readReportApps(endpoint, projects, period, options) : undefined,
  };
}

const MAX_EXPLAINED_FAILURES = 300;

/** Adds the platform's reasons for the last failures of up to `MAX_EXPLAINED_FAILURES` entries, if they can be read. */
async function explainFailures(
  endpoint: GraphqlEndpoint,
  kind: RunKind,
  entries: readonly ReportEntry[],
  options: CallOptions,
): Promise<void> {
  const failing = entries.flatMap(({ noun, reason }) =>
    noun === kind.noun && reason.state === 'failing' ? [reason] : [],
  );
  const ids = failing.slice(0, MAX_EXPLAINED_FAILURES).map(({ run }) => run.id);
  if (ids.length === 0) return;
  const read = (limits: CallOptions) => readRuns(endpoint, kind, ids, limits);
  const reads = await readOptional(endpoint, read, '', options);
  if ('failure' in reads) return;
  for (const reason of failing) {
    const last = reads.get(reason.run.id);
    if (last && 'run' in last) reason.details = last.run.statusDetails ?? last.run.statusReason;
  }
}

/** Returns all projects if `ids` is undefined. A chosen project that the platform does not list has no name. */
async function listRequestedProjects(
  endpoint: GraphqlEndpoint,
  ids: readonly string[] | undefined,
  options: CallOptions,
): Promise<RequestedProject[]> {
  const all = await listProjects(endpoint, options);
  if (!ids) return all;
  const names = new Map(all.map(({ id, name }) => [id, name]));
  return [...new Set(ids)].map((id) => ({ id, name: names.get(id) }));
}

const { compare } = new Intl.Collator('en');

function byStateThenProjectThenName(a: ReportEntry, b: ReportEntry): number {
  const rank = ({ reason }: ReportEntry) => STATES.indexOf(reason.state);
  return (
    rank(a) - rank(b) ||
    compare(a.projectName ?? '', b.projectName ?? '') ||
    compare(a.name, b.name) ||
    compare(a.id, b.id)
  );
}

export function buildReportItems(pages: Pages, report: Report) {
  const formatMoment = buildMomentFormat(report.period.timezone, report.period.nowMs);
  return [
    ...report.entries.map((entry) => buildEntryItem(pages, entry, formatMoment)),
    ...(report.apps ?? []).map((app) => buildAppItem(pages, app)),
    buildTotalsItem(report),
  ];
}

export function buildTotalsItem(report: Report) {
  const { totals, period, apps } = report;
  return {
    kind: 'total' as const,
    summary: summarizeReport(report),
    ...totals,
    ...(apps && {
      apps: apps.length,
      appsDown: apps.filter(({ state }) => state === 'down').length,
    }),
    from: toIsoTime(period.fromMs),
    to: toIsoTime(period.toMs),
    timezone: period.timezone,
  };
}

/** @returns an HTML file */
export async function buildReportPage(pages: Pages, report: Report): Promise<string> {
  const { drawReportPage } = await import('./page/reportPage');
  return drawReportPage(report, pages);
}

/** @returns an HTML file */
export async function buildTimelinePage(
  run: Run,
  jobNames: ReadonlyMap<string, string>,
  timezone: string,
): Promise<string> {
  const { drawTimelinePage } = await import('./page/timelinePage');
  return drawTimelinePage(run, jobNames, timezone, Date.now());
}

function buildEntryItem(pages: Pages, entry: ReportEntry, formatMoment: FormatMoment) {
  const { noun, id, name, projectId, projectName, reason, figures, change, schedule } = entry;
  const { lastRun, lastSuccess, missedSchedules, scheduleProblem, isCut } = entry;
  return {
    kind: noun,
    name,
    projectName,
    state: reason.state,
    reason: describeReason(reason, formatMoment) ?? null,
    ...figures,
    change,
    lastRun: lastRun && { ...lastRun, url: pages.buildUrl(noun, projectId, id, lastRun.id) },
    lastSuccess,
    missedSchedules,
    scheduleProblem,
    ...(reason.state === 'late' && { dueAt: toIsoTime(reason.dueMs) }),
    cronScheduling: schedule?.cron ?? null,
    id,
    projectId,
    url: pages.buildUrl(noun, projectId, id),
    isCut,
  };
}
