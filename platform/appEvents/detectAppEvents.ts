import {
  NEVER_RAN,
  nextPhase,
  type AppEventName,
  type AppPhase,
  type AppStatusRecord,
} from './event';
import type { WatchedApp } from './readApps';
import type { AppsState, AppWatchState } from './watchState';

/** What happened to an app. */
export interface AppEvent {
  event: AppEventName;
  /** When, by the platform's clock; without a history when it was seen. */
  record: AppStatusRecord;
  watched: WatchedApp;
}

/** What one poll has read of everything that is watched. */
export interface AppsSnapshot {
  /** See `appWatchKey`. */
  watched: string;
  apps: readonly WatchedApp[];
  missing: readonly string[];
  /** When it was asked for, epoch milliseconds. */
  askedMs: number;
}

/** What happened since a state was made, in order of time. It reads no clock and asks nobody. */
export function detectAppEvents(
  { watched, apps, missing, askedMs }: AppsSnapshot,
  before: AppsState | undefined,
): { events: AppEvent[]; state: AppsState } {
  const events: AppEvent[] = [];
  const states = new Map<string, AppWatchState>();
  let latestMs = before?.latestMs ?? 0;
  for (const id of missing) {
    const known = before?.apps.get(id);
    if (known) states.set(id, known);
  }
  for (const one of apps) {
    const { id } = one.app;
    const known = before?.apps.get(id);
    const found = eventsOfApp(one, known, askedMs);
    states.set(id, found.state);
    latestMs = Math.max(latestMs, found.state.lastMs);
    // What was not watched before begins here.
    if (!known && before?.watched !== watched) continue;
    // What appears for the first time after the others were watched for a while is not older than what was seen there.
    const sinceMs = known ? -Infinity : (before?.latestMs ?? 0);
    events.push(...found.events.filter(({ record }) => record.atMs >= sinceMs));
  }
  return {
    events: events.sort((a, b) => a.record.atMs - b.record.atMs),
    state: { watched, latestMs, apps: states, missing },
  };
}

/** All of its history that was read, if the app is not known. Without a history, what is seen counts. */
function eventsOfApp(
  watched: WatchedApp,
  known: AppWatchState | undefined,
  askedMs: number,
): { events: AppEvent[]; state: AppWatchState } {
  const { app, records } = watched;
  const { status, statusReason: reason, executionId } = app;
  const seen = records
    ? recordsSince(records, known)
    : [{ status, reason, executionId, atMs: askedMs }];
  const events: AppEvent[] = [];
  let phase: AppPhase = known?.phase ?? NEVER_RAN;
  for (const record of seen) {
    const next = nextPhase(phase, record);
    events.push(...next.events.map((event) => ({ event, record, watched })));
    phase = next.phase;
  }
  const lastMs = records?.at(-1)?.atMs ?? known?.lastMs ?? 0;
  const lastCount = records?.filter(({ atMs }) => atMs === lastMs).length ?? 0;
  return { events, state: { phase, lastMs, lastCount } };
}

function recordsSince(
  records: readonly AppStatusRecord[],
  known: AppWatchState | undefined,
): AppStatusRecord[] {
  if (!known) return [...records];
  const { lastMs, lastCount } = known;
  const ofLastTime = records.filter(({ atMs }) => atMs === lastMs);
  return [...ofLastTime.slice(lastCount), ...records.filter(({ atMs }) => atMs > lastMs)];
}
