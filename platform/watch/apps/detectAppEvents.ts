import { detectSince, type Snapshot, type WatchState } from '../watch';
import {
  NEVER_RAN,
  nextPhase,
  type AppEventName,
  type AppPhase,
  type AppStatusRecord,
} from './appPhase';
import type { WatchedApp } from './watchedApps';

/** The state of one app that a trigger keeps. */
export interface AppWatchState {
  phase: AppPhase;
  /** The time of the latest record that was seen, epoch milliseconds, and how many records of that time were seen. */
  lastMs: number;
  lastCount: number;
}

export interface AppEvent {
  event: AppEventName;
  /** The record that shows it; without a history, what the poll saw. */
  record: AppStatusRecord;
  watched: WatchedApp;
}

/** Without a history, the time of the poll is the time of what it saw. */
export function detectAppEvents(
  snapshot: Snapshot<WatchedApp>,
  before: WatchState<AppWatchState> | undefined,
): { events: AppEvent[]; state: WatchState<AppWatchState> } {
  const { events, state } = detectSince(snapshot, before, (watched, known, sinceMs) => {
    const found = eventsOfApp(watched, known, snapshot.nowMs);
    const reported = found.events.filter(({ record }) => record.atMs >= sinceMs);
    return { events: reported, state: found.state, latestMs: found.state.lastMs };
  });
  return { events: events.sort((a, b) => a.record.atMs - b.record.atMs), state };
}

/** Replays what the history has beyond the known state: of an app that is not known, all of it. */
function eventsOfApp(watched: WatchedApp, known: AppWatchState | undefined, nowMs: number) {
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

/** Of the records of the same moment, those that were counted are known. */
function recordsSince(records: readonly AppStatusRecord[], known: AppWatchState | undefined) {
  if (!known) return records;
  const { lastMs, lastCount } = known;
  const ofLastTime = records.filter(({ atMs }) => atMs === lastMs);
  return [...ofLastTime.slice(lastCount), ...records.filter(({ atMs }) => atMs > lastMs)];
}
