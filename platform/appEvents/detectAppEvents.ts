import {
  NEVER_RAN,
  nextPhase,
  type AppEventName,
  type AppPhase,
  type AppStatusRecord,
} from './event';
import type { WatchedApp } from './readApps';
import type { AppEventsAhead, AppsState, AppWatchState } from './watchState';

/** What happened to an app. */
export interface AppEvent {
  event: AppEventName;
  /** When, by the platform's clock; of a status without a record when it was seen. */
  record: AppStatusRecord;
  watched: WatchedApp;
}

/** What one poll has read of everything that is watched. */
export interface AppsSnapshot {
  /** See `appWatchKey`. */
  watched: string;
  apps: readonly WatchedApp[];
  /** What there was no time for. */
  postponed: ReadonlySet<string>;
  missing: readonly string[];
  /** When it was asked for, epoch milliseconds. */
  askedMs: number;
}

/** What happened since a state was made, in order of time. It reads no clock and asks nobody. */
export function detectAppEvents(
  { watched, apps, postponed, missing, askedMs }: AppsSnapshot,
  before: AppsState | undefined,
): { events: AppEvent[]; state: AppsState } {
  const events: AppEvent[] = [];
  const states = new Map<string, AppWatchState>();
  let latestMs = before?.latestMs ?? 0;
  for (const id of [...postponed, ...missing]) {
    const known = before?.apps.get(id);
    if (known) states.set(id, known);
  }
  for (const one of apps) {
    const { id } = one.app;
    if (postponed.has(id)) continue;
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
  // What happened to a new app that is left for the next poll may be older than what was seen of the others.
  const isNewLeft = before !== undefined && [...postponed].some((id) => !before.apps.has(id));
  return {
    events: events.sort((a, b) => a.record.atMs - b.record.atMs),
    state: { watched, latestMs: isNewLeft ? before.latestMs : latestMs, apps: states, missing },
  };
}

/** All of its history that was read, if the app is not known. */
function eventsOfApp(
  watched: WatchedApp,
  known: AppWatchState | undefined,
  askedMs: number,
): { events: AppEvent[]; state: AppWatchState } {
  const { app, records } = watched;
  const events: AppEvent[] = [];
  let phase: AppPhase = known?.phase ?? NEVER_RAN;
  let { events: ahead, recorded } = known?.ahead ?? NONE_AHEAD;
  const apply = (record: AppStatusRecord, isAhead: boolean) => {
    const next = nextPhase(phase, record);
    for (const event of next.events) {
      const { executionId } = record;
      // What goes on from a phase without a record is new.
      const seen = recorded ? undefined : ahead.find((one) => isSame(one, { event, executionId }));
      if (!seen) events.push({ event, record, watched });
      if (isAhead && !seen) ahead = [...ahead, { event, executionId }].slice(-MAX_AHEAD);
      else if (!isAhead) ahead = ahead.filter((one) => one !== seen);
    }
    if (isAhead) recorded ??= phase;
    phase = next.phase;
  };
  const added = recordsSince(records, known);
  // They go on from what the records before them led to.
  if (added.length > 0 && recorded) [phase, recorded] = [recorded, undefined];
  for (const record of added) apply(record, false);
  const last = records.at(-1);
  const { status, statusReason: reason, executionId } = app;
  // The history may be a moment late, or the status: what stays without a record counts as it was seen.
  const isUnrecorded = last !== undefined && last.status !== status;
  const isLasting = isUnrecorded && added.length === 0 && known?.unrecorded === status;
  // What stood without a record may be over without one, too.
  const isOver = known?.unrecorded !== undefined && !isUnrecorded && added.length === 0;
  if (!last || isLasting || isOver) apply({ status, reason, executionId, atMs: askedMs }, true);
  // If the history has what there is, what it does not have never comes.
  const isCalm = added.length === 0 && events.length === 0;
  const isWhole = isCalm && (!last || isSame(last, { status, executionId }));
  const lastMs = last?.atMs ?? known?.lastMs ?? 0;
  const lastCount = records.filter(({ atMs }) => atMs === lastMs).length;
  const state = {
    phase,
    lastMs,
    lastCount,
    ...(isUnrecorded && { unrecorded: status }),
    ...(ahead.length > 0 && !isWhole && { ahead: { events: ahead, recorded } }),
  };
  return { events, state };
}

const NONE_AHEAD: AppEventsAhead = { events: [] };
/** Events of an app whose records may still come. */
const MAX_AHEAD = 20;

interface OfExecution {
  event?: AppEventName;
  status?: string;
  executionId?: string;
}

/** A platform may leave out the execution; which one an app recovered in, records may say otherwise. */
function isSame(one: OfExecution, other: OfExecution): boolean {
  const isOfSame =
    one.event === 'appRecovered' ||
    one.executionId === other.executionId ||
    one.executionId === undefined ||
    other.executionId === undefined;
  return isOfSame && one.event === other.event && one.status === other.status;
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
