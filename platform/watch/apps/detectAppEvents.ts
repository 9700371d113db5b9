import { detectSince, type Snapshot, type WatchState } from '../watch';
import {
  NEVER_RAN,
  applyStatus,
  type AppEventName,
  type AppPhase,
  type AppStatusRecord,
} from './appPhase';
import type { WatchedApp } from './watchedApps';

export interface AppWatchState {
  phase: AppPhase;
  /** The time of the latest seen record; epoch milliseconds. */
  lastMs: number;
  /** Number of seen records with the time `lastMs`. */
  lastCount: number;
}

export interface AppEvent {
  event: AppEventName;
  /** If the platform returns no history, the status at the poll. */
  record: AppStatusRecord;
  watchedApp: WatchedApp;
}

export function detectAppEvents(
  snapshot: Snapshot<WatchedApp>,
  before: WatchState<AppWatchState> | undefined,
): { events: AppEvent[]; state: WatchState<AppWatchState> } {
  const { events, state } = detectSince(snapshot, before, (watchedApp, previous, sinceMs) => {
    const replayed = replayHistory(watchedApp, previous, snapshot.nowMs);
    const reported = replayed.events.filter(({ record }) => record.atMs >= sinceMs);
    return { events: reported, state: replayed.state, latestMs: replayed.state.lastMs };
  });
  return { events: events.sort((a, b) => a.record.atMs - b.record.atMs), state };
}

/** Applies all records since the known state, or all records that were read if the app is new. */
function replayHistory(watchedApp: WatchedApp, previous: AppWatchState | undefined, nowMs: number) {
  const { app, records } = watchedApp;
  const { status, statusReason: reason, executionId } = app;
  const unseen = records
    ? findUnseenRecords(records, previous)
    : [{ status, reason, executionId, atMs: nowMs }];
  const events: AppEvent[] = [];
  let phase = previous?.phase ?? NEVER_RAN;
  for (const record of unseen) {
    const next = applyStatus(phase, record);
    events.push(...next.events.map((event) => ({ event, record, watchedApp })));
    phase = next.phase;
  }
  const lastMs = records?.at(-1)?.atMs ?? previous?.lastMs ?? 0;
  const lastCount = records?.filter(({ atMs }) => atMs === lastMs).length ?? 0;
  return { events, state: { phase, lastMs, lastCount } };
}

function findUnseenRecords(
  records: readonly AppStatusRecord[],
  previous: AppWatchState | undefined,
) {
  if (!previous) return records;
  const { lastMs, lastCount } = previous;
  const ofLastTime = records.filter(({ atMs }) => atMs === lastMs);
  return [...ofLastTime.slice(lastCount), ...records.filter(({ atMs }) => atMs > lastMs)];
}
