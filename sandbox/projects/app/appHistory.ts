import { getNamedType } from 'graphql';
import { found } from '../../graphql/refusals';
import { resolveFields, part, type Subject } from '../../graphql/resolvers';
import type { AppCause, AppRecord, ExecutionFacts } from '../../runs/appTimeline';
import type { App } from '../../store/apps';
import type { Page } from '../../store/table';
import type { SandboxStore } from '../../store/store';

const ACTIONS: Record<AppCause, string> = {
  STARTING: 'RunAction',
  RESTARTING: 'RestartAction',
  UPGRADING: 'UpgradeAction',
  ROLLING_BACK: 'RollbackAction',
};

const STARTS: ReadonlySet<AppCause> = new Set(['STARTING', 'RESTARTING']);
const STOP_STATUSES = ['STOPPING', 'STOPPED'];

/** History of an app. An app that was never started is stopped. */
export const appEvents: Subject = {
  Query: {
    appStats: ({ appHistoryId, startTime }: StatsOf, { store }) => {
      // The same twice leads back to the app.
      const app = found(store.apps.find(historyIdOf(appHistoryId)), 'App history', appHistoryId);
      return statsOf(store.apps.history(app).records, startTime, store.clock());
    },
  },
  App: resolveFields<App>({ history: (app) => app }),
  AppHistory: resolveFields<App>({
    id: ({ id }) => historyIdOf(id),
    runningVersionNumber: (app, { store }) =>
      lastExecution(store, app)?.versionNumber ?? app.versionNumber,
    currentStatus: (app, { store }) => current(store, app).status,
    currentStatusReason: (app, { store }) => current(store, app).details,
    // Null where the app was never started.
    currentExecutionId: (app, { store }) => current(store, app).executionId,
    // A new version changes nothing about when the app was started.
    startTime: (app, { store }) =>
      store.apps.executions(app).findLast(({ cause }) => STARTS.has(cause))?.requestedAt,
    stopTime: (app, { store }) => {
      const { status, recordedAt } = current(store, app);
      return status === 'STOPPED' && lastExecution(store, app) ? recordedAt : null;
    },
    author: (app, { store }) => lastExecution(store, app)?.author,
    triggerType: (app, { store }) => lastExecution(store, app) && 'MANUAL_APP',
    // Newest first; the flat list that platforms had until about 2023-08 is oldest first.
    events: (app, { store }, { limit, skip }: Page, { returnType }) => {
      const events = eventsOf(store, app);
      if (getNamedType(returnType).name !== 'StatusHistory') return part(events, limit, skip);
      return events.reverse().flatMap(({ action, statuses }) => [action, ...statuses]);
    },
  }),
};

/** Returns the ID of an app's history: the app's own with its first two parts changed over. */
function historyIdOf(appId: string): string {
  return appId.toLowerCase().replace(/^([^-]{4})([^-]{4})/, '$2$1');
}

interface StatsOf {
  appHistoryId: string;
  /** Epoch milliseconds. */
  startTime: number;
}

/** Up is STARTED, and down everything else since then. */
function statsOf(records: AppRecord[], fromMs: number, nowMs: number) {
  const since = records.filter(({ recordedAt }) => recordedAt >= fromMs);
  const upMs = since.reduce((sum, { status, recordedAt }, index) => {
    const endMs = since[index + 1]?.recordedAt ?? nowMs;
    return sum + (status === 'STARTED' ? endMs - recordedAt : 0);
  }, 0);
  const uptimePercentage = (100 * upMs) / Math.max(1, nowMs - fromMs);
  const recovered = since.filter(
    ({ status }, index) => status === 'STARTED' && since[index - 1]?.status === 'RECOVERING',
  );
  return {
    uptimePercentage,
    downtimePercentage: 100 - uptimePercentage,
    recoveredCount: recovered.length,
  };
}

function current(store: SandboxStore, app: App): AppRecord {
  return store.apps.history(app).current;
}

function lastExecution(store: SandboxStore, app: App): ExecutionFacts | undefined {
  return store.apps.executions(app).at(-1);
}

/** Each action with the states that it led to, the newest action first. */
function eventsOf(store: SandboxStore, app: App) {
  const { records } = store.apps.history(app);
  const isOfStop = ({ status }: AppRecord) => STOP_STATUSES.includes(status);
  return store.apps
    .executions(app)
    .flatMap((execution) => {
      const { cause, requestedAt, author, stoppedAt, stopAuthor } = execution;
      const own = records.filter(({ executionId }) => executionId === execution.id);
      const stopped = own.filter(isOfStop);
      const event = (type: string, recordAt: number, by: string | null, led: AppRecord[]) =>
        eventOf(app, execution, { __typename: type, recordAt, author: by }, led);
      const led = own.filter((one) => !isOfStop(one));
      const begun = event(ACTIONS[cause], requestedAt, author, led);
      if (stoppedAt === null || stopped.length === 0) return [begun];
      return [begun, event('StopAction', stoppedAt, stopAuthor, stopped)];
    })
    .reverse();
}

function eventOf(
  { id: appId }: App,
  { id: executionId, versionNumber }: ExecutionFacts,
  action: { __typename: string; recordAt: number; author: string | null },
  records: AppRecord[],
) {
  const appHistoryId = historyIdOf(appId);
  const entry = <T extends { recordAt: number }>(happened: T) => ({
    appHistoryId,
    event: { ...happened, executionId, versionNumber },
    transitionTime: happened.recordAt,
  });
  return {
    id: executionId,
    appHistoryId,
    action: entry({ ...action, triggerType: 'MANUAL_APP' }),
    statuses: records.map(({ status, details: reason, recordedAt: recordAt }) =>
      entry({ __typename: 'StatusRetrieve', status, reason, recordAt }),
    ),
  };
}
