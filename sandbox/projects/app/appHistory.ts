import { getNamedType } from 'graphql';
import { requireFound } from '../../graphql/refusals';
import { resolveFields, type Resolvers } from '../../graphql/resolvers';
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

/** Resolves the history of an app. An app that was never started has the status STOPPED. */
export const appHistory: Resolvers = {
  Query: {
    appStats: ({ appHistoryId, startTime }: StatsArguments, { store }) => {
      const app = requireFound(
        store.apps.find(swapIdParts(appHistoryId)),
        'App history',
        appHistoryId,
      );
      return computeStats(store.apps.history(app).records, startTime, store.clock());
    },
  },
  App: resolveFields<App>({ history: (app) => app }),
  AppHistory: resolveFields<App>({
    id: ({ id }) => swapIdParts(id),
    runningVersionNumber: (app, { store }) =>
      findLastExecution(store, app)?.versionNumber ?? app.versionNumber,
    currentStatus: (app, { store }) => getCurrentRecord(store, app).status,
    currentStatusReason: (app, { store }) => getCurrentRecord(store, app).details,
    // The value is null if the app was never started.
    currentExecutionId: (app, { store }) => getCurrentRecord(store, app).executionId,
    // An upgrade or rollback does not change the start time.
    startTime: (app, { store }) =>
      store.apps.executions(app).findLast(({ cause }) => STARTS.has(cause))?.requestedAt,
    stopTime: (app, { store }) => {
      const { status, recordedAt } = getCurrentRecord(store, app);
      return status === 'STOPPED' && findLastExecution(store, app) ? recordedAt : null;
    },
    author: (app, { store }) => findLastExecution(store, app)?.author,
    triggerType: (app, { store }) => findLastExecution(store, app) && 'MANUAL_APP',
    // Newest first. Until about 2023-08, platforms returned a flat list of actions and statuses (`StatusHistory` here), oldest first.
    events: (app, { store }, { limit, skip }: Page, { returnType }) => {
      const events = listEvents(store, app);
      const from = skip ?? 0;
      if (getNamedType(returnType).name !== 'StatusHistory') {
        return events.slice(from, from + (limit ?? Infinity));
      }
      return events.reverse().flatMap(({ action, statuses }) => [action, ...statuses]);
    },
  }),
};

/** Converts an app's ID to the ID of its history, or back: swaps the characters 1–4 and 5–8. */
function swapIdParts(id: string): string {
  return id.toLowerCase().replace(/^([^-]{4})([^-]{4})/, '$2$1');
}

interface StatsArguments {
  appHistoryId: string;
  /** Epoch milliseconds. */
  startTime: number;
}

/**
 * Computes uptime and downtime since `fromMs`, from the records since then. The time before the first of them counts as downtime.
 * An app is up while its status is STARTED.
 */
function computeStats(records: AppRecord[], fromMs: number, nowMs: number) {
  const recordsSince = records.filter(({ recordedAt }) => recordedAt >= fromMs);
  const upMs = recordsSince.reduce((sum, { status, recordedAt }, index) => {
    const endMs = recordsSince[index + 1]?.recordedAt ?? nowMs;
    return sum + (status === 'STARTED' ? endMs - recordedAt : 0);
  }, 0);
  const uptimePercentage = (100 * upMs) / Math.max(1, nowMs - fromMs);
  const recovered = recordsSince.filter(
    ({ status }, index) => status === 'STARTED' && recordsSince[index - 1]?.status === 'RECOVERING',
  );
  return {
    uptimePercentage,
    downtimePercentage: 100 - uptimePercentage,
    recoveredCount: recovered.length,
  };
}

function getCurrentRecord(store: SandboxStore, app: App): AppRecord {
  return store.apps.history(app).current;
}

function findLastExecution(store: SandboxStore, app: App): ExecutionFacts | undefined {
  return store.apps.executions(app).at(-1);
}

/** Returns the actions on an app, newest first, each with the statuses that followed. */
function listEvents(store: SandboxStore, app: App) {
  const { records } = store.apps.history(app);
  const isPartOfStop = ({ status }: AppRecord) => STOP_STATUSES.includes(status);
  return store.apps
    .executions(app)
    .flatMap((execution) => {
      const { cause, requestedAt, author, stoppedAt, stopAuthor } = execution;
      const own = records.filter(({ executionId }) => executionId === execution.id);
      const stopped = own.filter(isPartOfStop);
      const buildEvent = (
        __typename: string,
        recordAt: number,
        by: string | null,
        statuses: AppRecord[],
      ) => buildEventWithStatuses(app, execution, { __typename, recordAt, author: by }, statuses);
      const started = own.filter((entry) => !isPartOfStop(entry));
      const start = buildEvent(ACTIONS[cause], requestedAt, author, started);
      if (stoppedAt === null || stopped.length === 0) return [start];
      return [start, buildEvent('StopAction', stoppedAt, stopAuthor, stopped)];
    })
    .reverse();
}

function buildEventWithStatuses(
  { id: appId }: App,
  { id: executionId, versionNumber }: ExecutionFacts,
  action: { __typename: string; recordAt: number; author: string | null },
  records: AppRecord[],
) {
  const appHistoryId = swapIdParts(appId);
  const toEntry = <T extends { recordAt: number }>(event: T) => ({
    appHistoryId,
    event: { ...event, executionId, versionNumber },
    transitionTime: event.recordAt,
  });
  return {
    id: executionId,
    appHistoryId,
    action: toEntry({ ...action, triggerType: 'MANUAL_APP' }),
    statuses: records.map(({ status, details: reason, recordedAt: recordAt }) =>
      toEntry({ __typename: 'StatusRetrieve', status, reason, recordAt }),
    ),
  };
}
