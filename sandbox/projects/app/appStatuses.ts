import { found } from '../../graphql/refusals';
import { historyIdOf } from './appHistory';
import { part, type Subject } from '../../graphql/resolvers';
import type { SandboxStore } from '../../store/store';

interface StatusesOf {
  appHistoryId: string;
  versionNumber: number;
  /** Epoch milliseconds. */
  startTime: number;
  limit?: number | null;
}

/** The states of a version of an app since a start. */
export const appStatuses: Subject = {
  Query: {
    // Newest first.
    appHistoryStatuses: (asked: StatusesOf, { store }) =>
      part(statusesOf(store, asked).reverse(), asked.limit),
    countAppHistoryStatuses: (asked: StatusesOf, { store }) => statusesOf(store, asked).length,
  },
};

/** Oldest first. */
function statusesOf(store: SandboxStore, { appHistoryId, versionNumber, startTime }: StatusesOf) {
  const app = found(store.apps.find(historyIdOf(appHistoryId)), 'App history', appHistoryId);
  const ofVersion = store.apps
    .executions(app)
    .filter((execution) => execution.versionNumber === versionNumber);
  return store.apps.history(app).records.flatMap(({ status, recordedAt, executionId }) => {
    const isMeant = recordedAt >= startTime && ofVersion.some(({ id }) => id === executionId);
    return isMeant ? [{ status, recordAt: recordedAt }] : [];
  });
}
