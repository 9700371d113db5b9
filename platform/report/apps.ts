import { readWatchedApps, type WatchedApp } from '../watch/apps/watchedApps';
import { findErrorCode } from '../common/errors/errorCodes';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import type { Pages } from '../connection/pages';
import { CONCURRENT_PROJECTS } from '../resources/job/list';
import { parseTimeMs } from '../runs/read/times';
import { mapConcurrently } from '../common/time/concurrency';
import { toIsoTime } from './entry';
import type { Period } from './period';
import type { RequestedProject } from './subjects';

/** The most urgent state comes first. */
const STATES = ['down', 'changing', 'stopped', 'up'] as const;

export interface ReportApp {
  id: string;
  name: string;
  projectId: string;
  projectName: string | null;
  state: (typeof STATES)[number];
  /** The platform's word. */
  status: string;
  statusReason: string | null;
  /** When this state began; undefined if the platform does not return it. */
  sinceMs: number | undefined;
  /** Number of restarts in the period, by a user or by the platform after a failure. */
  restarts: number;
  /** True if the history is too long, so the oldest restarts may not be counted. */
  isCut: boolean;
}

const STATE_OF_STATUS: ReadonlyMap<string, ReportApp['state']> = new Map([
  ['STARTED', 'up'],
  ['STOPPED', 'stopped'],
  ['FAILED', 'down'],
  ['RECOVERING', 'down'],
]);
const RESTART_STATUSES: ReadonlySet<string> = new Set(['RESTARTING', 'RECOVERING']);
/** Number of the newest actions that are read of each app. Each start or stop is an action with several statuses. */
const NEWEST_ACTIONS = 25;

/** Reads the apps of projects, with one request for each 100 projects. */
export async function readReportApps(
  endpoint: GraphqlEndpoint,
  projects: readonly RequestedProject[],
  period: Period,
  options: CallOptions = {},
): Promise<ReportApp[]> {
  const lists = await mapConcurrently(projects, CONCURRENT_PROJECTS, async ({ id, name }) => {
    const watch = { projectId: id, ids: [] };
    const { found } = await readWatchedApps(endpoint, watch, NEWEST_ACTIONS, options).catch(
      (error: unknown) => {
        // The project was deleted after it was listed.
        if (findErrorCode(error) !== 'NOT_FOUND') throw error;
        return { found: [] };
      },
    );
    return found.map((app) =>
      buildApp(app, { projectId: id, projectName: app.projectName ?? name ?? null }, period),
    );
  });
  const rank = ({ state }: ReportApp) => STATES.indexOf(state);
  return lists.flat().sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
}

function buildApp(
  { app, records = [], hasMore }: WatchedApp,
  project: Pick<ReportApp, 'projectId' | 'projectName'>,
  { fromMs, toMs }: Period,
): ReportApp {
  const { id, name = id, status, statusReason = null, history } = app;
  const toState = (record: { status: string }) => STATE_OF_STATUS.get(record.status) ?? 'changing';
  const state = toState(app);
  // An app that fails repeatedly has been down since its first failure.
  const isOfEarlierState = (record: { status: string }) =>
    state === 'down' ? record.status === 'STARTED' : toState(record) !== state;
  const since = records
    .slice(records.findLastIndex(isOfEarlierState) + 1)
    .find((record) => toState(record) === state);
  const inPeriod = records.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
  return {
    id,
    name,
    ...project,
    state,
    status,
    statusReason,
    sinceMs: since?.atMs ?? parseTimeMs(state === 'stopped' ? history.stopTime : history.startTime),
    restarts: inPeriod.filter((record) => RESTART_STATUSES.has(record.status)).length,
    isCut: hasMore && (records[0]?.atMs ?? 0) >= fromMs,
  };
}

export function buildAppItem(pages: Pages, { sinceMs, ...app }: ReportApp) {
  return {
    kind: 'app' as const,
    ...app,
    since: sinceMs === undefined ? null : toIsoTime(sinceMs),
    url: pages.buildUrl('app', app.projectId, app.id),
  };
}
