import { readWatchedApps, type WatchedApp } from '../watch/apps/watchedApps';
import { PlatformError } from '../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import type { Pages } from '../pages';
import { CONCURRENT_PROJECTS } from '../resources/job/list';
import { timeMs } from '../runs/read/times';
import { mapConcurrently } from '../time/concurrency';
import { isoTime } from './entry';
import type { Period } from './period';
import type { RequestedProject } from './subjects';

/** What needs attention first. */
const STATES = ['down', 'changing', 'stopped', 'up'] as const;

/** How an app is now, and how often it was started again in a period. */
export interface ReportApp {
  id: string;
  name: string;
  projectId: string;
  projectName: string | null;
  state: (typeof STATES)[number];
  /** In the platform's words. */
  status: string;
  statusReason: string | null;
  /** Since when it is in this state, epoch milliseconds; undefined if the platform does not return it. */
  sinceMs: number | undefined;
  /** By a person, or by the platform after it had failed. */
  restarts: number;
  /** Whether the history has more than a report reads: the oldest are not counted. */
  isCut: boolean;
}

const STATE_OF: ReadonlyMap<string, ReportApp['state']> = new Map([
  ['STARTED', 'up'],
  ['STOPPED', 'stopped'],
  ['FAILED', 'down'],
  ['RECOVERING', 'down'],
]);
const IS_RESTART: ReadonlySet<string> = new Set(['RESTARTING', 'RECOVERING']);
const ACTIONS = 100;

/**
 * The apps of projects, and how many of these went meanwhile, in one request for each 100 projects.
 */
export async function readReportApps(
  endpoint: GraphqlEndpoint,
  projects: readonly RequestedProject[],
  period: Period,
  options: CallOptions = {},
): Promise<{ apps: ReportApp[]; gone: number }> {
  let gone = 0;
  const whereGone = (error: unknown) => {
    if (!(error instanceof PlatformError) || error.code !== 'NOT_FOUND') throw error;
    gone++;
    return { found: [] };
  };
  const lists = await mapConcurrently(projects, CONCURRENT_PROJECTS, async ({ id, name }) => {
    const watch = { projectId: id, ids: [] };
    const read = readWatchedApps(endpoint, watch, ACTIONS, options);
    const { found } = await read.catch(whereGone);
    return found.map((one) => {
      const project = { projectId: id, projectName: one.projectName ?? name ?? null };
      return reportApp(one, project, period);
    });
  });
  const apps = lists.flat();
  const rank = ({ state }: ReportApp) => STATES.indexOf(state);
  apps.sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
  return { apps, gone };
}

function reportApp(
  { app, records = [], hasMore }: WatchedApp,
  project: Pick<ReportApp, 'projectId' | 'projectName'>,
  { fromMs, toMs }: Period,
): ReportApp {
  const { id, name = id, status, statusReason = null, history } = app;
  const stateOf = (one: { status: string }) => STATE_OF.get(one.status) ?? 'changing';
  const state = stateOf(app);
  // The first one after the last that was of another state; what fails again and again has been down since it failed first.
  const isOther = (one: { status: string }) =>
    state === 'down' ? one.status === 'STARTED' : stateOf(one) !== state;
  const since = records.slice(records.findLastIndex(isOther) + 1);
  const first = since.find((one) => stateOf(one) === state);
  const told = state === 'stopped' ? history.stopTime : history.startTime;
  const inPeriod = records.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
  return {
    id,
    name,
    ...project,
    state,
    status,
    statusReason,
    sinceMs: first?.atMs ?? timeMs(told),
    restarts: inPeriod.filter((one) => IS_RESTART.has(one.status)).length,
    isCut: hasMore && (records[0]?.atMs ?? 0) >= fromMs,
  };
}

/** An app of a report as users see it. */
export function appItem(pages: Pages, app: ReportApp) {
  const { name, projectName, state, status, statusReason, sinceMs, restarts, ...rest } = app;
  const { id, projectId, isCut } = rest;
  const since = sinceMs === undefined ? null : isoTime(sinceMs);
  return {
    kind: 'app' as const,
    name,
    projectName,
    state,
    status,
    statusReason,
    upSince: state === 'up' ? since : null,
    downSince: state === 'down' ? since : null,
    restarts,
    id,
    projectId,
    url: pages.url('app', projectId, id),
    isCut,
  };
}
