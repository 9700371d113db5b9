import { found, part, type Resolvers } from '../../graphql/resolvers';
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

const STOP_STATUSES = ['STOPPING', 'STOPPED'];

/** What an app went through. An app that was never started is stopped. */
export const appHistoryResolvers: Resolvers = {
  Query: {
    appStats: (_root, { appHistoryId, startTime }: StatsOf, { store }) => {
      const app = found(store.apps.find(appHistoryId), 'App history', appHistoryId);
      return statsOf(store.apps.history(app).records, startTime, store.clock());
    },
  },
  App: { history: (app: App) => app },
  AppHistory: {
    runningVersionNumber: (app: App, _args: unknown, { store }) =>
      lastExecution(store, app)?.versionNumber ?? app.versionNumber,
    currentDockerInfo: (app: App, _args: unknown, { store }) => store.apps.current(app)?.dockerInfo,
    currentStatus: (app: App, _args: unknown, { store }) => current(store, app).status,
    currentStatusReason: (app: App, _args: unknown, { store }) => current(store, app).details,
    // Null where the app was never started.
    currentExecutionId: (app: App, _args: unknown, { store }) => current(store, app).executionId,
    startTime: (app: App, _args: unknown, { store }) =>
      lastExecution(store, app)?.requestedAt ?? null,
    stopTime: (app: App, _args: unknown, { store }) => {
      const { status, recordedAt } = current(store, app);
      return status === 'STOPPED' && lastExecution(store, app) ? recordedAt : null;
    },
    author: (app: App, _args: unknown, { store }) => lastExecution(store, app)?.author ?? null,
    triggerType: (app: App, _args: unknown, { store }) =>
      lastExecution(store, app) ? 'MANUAL_APP' : null,
    countEvents: (app: App, _args: unknown, { store }) => eventsOf(store, app).length,
    // Newest first.
    events: (app: App, { limit, skip }: Page, { store }) => part(eventsOf(store, app), limit, skip),
  },
};

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
  return store.apps
    .executions(app)
    .flatMap((execution) => {
      const own = records.filter(({ executionId }) => executionId === execution.id);
      const isOfStop = ({ status }: AppRecord) => STOP_STATUSES.includes(status);
      const { stoppedAt } = execution;
      const begun = event(
        app,
        execution,
        own.filter((one) => !isOfStop(one)),
        {
          __typename: ACTIONS[execution.cause],
          recordAt: execution.requestedAt,
          author: execution.author,
        },
      );
      const stopped = own.filter(isOfStop);
      if (stoppedAt === null || stopped.length === 0) return [begun];
      const stop = { __typename: 'StopAction', recordAt: stoppedAt, author: execution.stopAuthor };
      return [begun, event(app, execution, stopped, stop)];
    })
    .reverse();
}

function event(
  { id: appHistoryId }: App,
  { id: executionId, versionNumber }: ExecutionFacts,
  records: AppRecord[],
  action: { __typename: string; recordAt: number; author: string | null },
) {
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
