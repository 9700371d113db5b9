import { detectSince, type Snapshot, type WatchState } from '../watch';
import {
  NEVER_RAN,
  nextPhase,
  type AppEventName,
  type AppPhase,
  type AppStatusRecord,
} from './appPhase';
import type { WatchedApp } from './watchedApps';

export interface AppWatchState {
  phase: AppPhase;
  /** The time of the latest record that was seen, in epoch milliseconds … */
  lastMs: number;
  /** … and the number of records of that time. */
  lastCount: number;
}

export interface AppEvent {
  event: AppEventName;
  /** Without a history, the state at the poll. */
  record: AppStatusRecord;
  watched: WatchedApp;
}

export function detectAppEvents(
  snapshot: Snapshot<WatchedApp>,
  before: WatchState<AppWatchState> | undefined,
): { events: AppEvent[]; state: WatchState<AppWatchState> } {
  const { events, state } = detectSince(snapshot, before, (watched, known, sinceMs) => {
    const found = replayHistory(watched, known, snapshot.nowMs);
    const reported = found.events.filter(({ record }) => record.atMs >= sinceMs);
    return { events: reported, state: found.state, latestMs: found.state.lastMs };
  });
  return { events: events.sort((a, b) => a.record.atMs - b.record.atMs), state };
}

/** Replays the history after the known state, or all of it if the app is new. */
function replayHistory(watched: WatchedApp, known: AppWatchState | undefined, nowMs: number) {
  const { app, records } = watched;
  const { status, statusReason: reason, executionId } = app;
  const unseen = records
    ? recordsSince(records, known)
    : [{ status, reason, executionId, atMs: nowMs }];
  const events: AppEvent[] = [];
  let phase = known?.phase ?? NEVER_RAN;
  for (const record of unseen) {
    const next = nextPhase(phase, record);
    events.push(...next.events.map((event) => ({ event, record, watched })));
    phase = next.phase;
  }
  const lastMs = records?.at(-1)?.atMs ?? known?.lastMs ?? 0;
  const lastCount = records?.filter(({ atMs }) => atMs === lastMs).length ?? 0;
  return { events, state: { phase, lastMs, lastCount } };
}

function recordsSince(records: readonly AppStatusRecord[], known: AppWatchState | undefined) {
  if (!known) return records;
  const { lastMs, lastCount } = known;
  const ofLastTime = records.filter(({ atMs }) => atMs === lastMs);
  return [...ofLastTime.slice(lastCount), ...records.filter(({ atMs }) => atMs > lastMs)];
}
